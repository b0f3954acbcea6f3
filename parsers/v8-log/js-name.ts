import type { FrameDetails } from '../../core/model/builder.ts';

export interface CodeName {
  readonly name: string;
  readonly details: FrameDetails;
}

/**
 * A JavaScript function as V8 logs it: `startup bootstrap_node.js:12:19`, ` app.js:3:1`, `*hot file:///a/b.js:7:9`. How it
 * is compiled (`*`, `~`, `^`, `+`) changes while it runs and is left out, so that it is one frame.
 */
export function jsName(written: string): CodeName {
  const bare = written.replace(/^[~*^+]+/, '');
  // The place is what follows the first blank, since paths may hold blanks and names may not.
  const blank = bare.search(/\s/);
  const place = blank < 0 ? null : /^(.+?):(\d{1,9})(?::\d{1,9})?$/s.exec(bare.slice(blank + 1));
  const name = place === null ? bare.trim() : bare.slice(0, blank);
  const file = place?.[1] ?? '';
  const details: FrameDetails = {
    kind: 'jit',
    file: file === '' ? null : file,
    line: file === '' ? 0 : Number(place?.[2] ?? 0),
  };
  return { name: name === '' ? '(anonymous)' : name, details };
}
