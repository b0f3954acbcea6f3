/**
 * Bytes to text, chunk by chunk: UTF-8, UTF-16 with a byte order mark, and what an XML header declares. flamegraph.pl
 * writes `encoding="ISO-8859-1"` when asked; everything else in use is UTF-8 or says nothing.
 */
export class SvgDecoder {
  #decoder: InstanceType<typeof TextDecoder> | null = null;

  /** Text of `chunk`; a character that a chunk boundary splits comes with the next one. */
  decode(chunk: Uint8Array): string {
    this.#decoder ??= new TextDecoder(encodingOf(chunk));
    return this.#decoder.decode(chunk, { stream: true });
  }

  /** What was held back: replacement characters when the file ends inside one. */
  end(): string {
    return this.#decoder?.decode() ?? '';
  }
}

/** Decided by the first chunk; the reader sees to it that this holds the XML header unless the file is shorter. */
function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (head[0] === 0x3c && head[1] === 0 && head[3] === 0) return 'utf-16le';
  if (head[0] === 0 && head[1] === 0x3c) return 'utf-16be';
  let header = '';
  for (const byte of head.subarray(0, HEADER_BYTES)) header += String.fromCharCode(byte);
  const declared = /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(header)?.[1];
  return declared !== undefined && LATIN.test(declared) ? 'windows-1252' : 'utf-8';
}

const HEADER_BYTES = 256;
/** ISO-8859-1 is read as its superset, as every browser does. */
const LATIN = /^(?:iso-?8859-1|iso_8859-1|latin-?1|l1|windows-1252|cp1252|us-ascii|ascii)$/i;

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/**
 * Character references to characters. Entities are never looked up in a declaration (those are refused before): one that
 * XML and this list do not know stays as it is spelled, and `onUnknown` hears of it.
 */
export function decodeText(raw: string, onUnknown: (entity: string) => void): string {
  const text =
    raw.includes('<') && raw.includes('<![CDATA[')
      ? raw.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) => escapeAmpersands(inner))
      : raw;
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][\w.-]{0,31}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) {
        const known = NAMED.get(name as string);
        if (known === undefined) onUnknown(whole);
        return known ?? whole;
      }
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : '\ufffd';
    },
  );
}

function escapeAmpersands(text: string): string {
  return text.replaceAll('&', '&amp;');
}
