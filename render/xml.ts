import { storable } from '../core/text/visible.ts';

/**
 * `text` for the content of an XML element. `>` is escaped too, since `]]>` may not stand in text, and so are quotes: a
 * program that looks for markup in the bytes finds none.
 */
export function xmlText(text: string): string {
  return storable(text).replace(/[&<>"]/g, entity);
}

/**
 * `text` for an XML attribute in double quotes. White space other than the space, and direction marks, are written as
 * numbers: a reader would turn the former into spaces, and an editor that shows the file would obey the latter.
 */
export function xmlAttribute(text: string): string {
  return storable(text).replace(/[&<>"'\t\n\r\u0085\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, entity);
}

function entity(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return `&#${character.charCodeAt(0)};`;
  }
}
