import { lookup as systemLookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not of the public internet: of this machine, of a local network, of a provider's metadata service,
 * or reserved (IANA special-purpose registries). A tracker that answers there has to be configured with `allowPrivate`.
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
/** Of IPv6 only global unicast is public, without its special parts (Teredo, documentation, 6to4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Whether a literal address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Thrown into a connection that would go to an address which is not public. */
export class PrivateAddress extends Error {
  readonly address: string;

  constructor(address: string) {
    super('the address is not public');
    this.address = address;
  }
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Name resolution for a connection: what it gives is what is connected to, so a name cannot be public when it is checked
 * and private a moment later. One address that is not public refuses the name.
 */
export function publicLookup(resolve: Resolve = systemLookup) {
  return (host: string, options: LookupOptions, callback: LookupCallback): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const wrong = error === null ? addresses.find(({ address }) => !isPublicAddress(address)) : undefined;
      const [first] = addresses ?? [];
      if (error !== null) callback(error, []);
      else if (wrong !== undefined) callback(new PrivateAddress(wrong.address), []);
      else if (first === undefined) callback(new Error('the name has no address'), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
