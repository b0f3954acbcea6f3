import { fault } from '../../core/model/problem.ts';
import type { Fault } from '../../core/model/problem.ts';
import { Tag, readTag } from './tag.ts';

/** Upper bounds of one piece of markup; a flame graph stays far below all of them. */
const MARKUP_LIMITS = {
  /** Characters of one tag, one title, one document type. */
  tokenCharacters: 1 << 20,
  attributes: 256,
  depth: 10_000,
  elements: 100_000_000,
};

/** What the scanner tells about, in document order. `raw` text still has its character references. */
export interface MarkupHandler {
  open(tag: Tag, selfClosing: boolean): void;
  close(name: string): void;
  /** Whole content of a `title` or `text` element. */
  content(name: 'title' | 'text', raw: string): void;
  /** Markup that no XML reader accepts and that could be read all the same. */
  malformed(line: number, seen: string): void;
}

type Mode = 'markup' | 'content' | { readonly skipTo: string };

/**
 * Reads the part of XML that flame graphs are written in, as a stream and without recursion; saxes and its kin stop at,
 * or lose, what real files hold. Kept on purpose: no entity is ever expanded, `title` and `text` run to their end tag
 * whatever stands in between (old generators left the `<int>` of a template unescaped there), scripts and styles are
 * skipped unread, and it works on HTML around an SVG too.
 */
export class MarkupScanner {
  readonly #handler: MarkupHandler;
  #text = '';
  #at = 0;
  /** Where to go on searching for the end of an unfinished token. */
  #searchFrom = 0;
  #mode: Mode = 'markup';
  #contentOf: 'title' | 'text' = 'title';
  /** Next line feed that is not counted yet, so that a file of one long line is searched once. */
  #nextFeed = -1;
  #line = 1;
  #depth = 0;
  #elements = 0;
  /** A `<` was seen: the file is markup of some kind, however short. */
  hasMarkup = false;
  readonly #tag = new Tag();

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  /** Takes the next piece of text. After a fault the scanner must be dropped. */
  feed(chunk: string): Fault | null {
    this.#text = this.#at === this.#text.length ? chunk : this.#text.slice(this.#at) + chunk;
    this.#searchFrom -= this.#at;
    this.#at = 0;
    this.#nextFeed = this.#text.indexOf('\n');
    const found = this.#scan();
    this.line();
    return found;
  }

  /** Line of the token that is being handed over, from 1. */
  line(): number {
    while (this.#nextFeed >= 0 && this.#nextFeed < this.#at) {
      this.#line++;
      this.#nextFeed = this.#text.indexOf('\n', this.#nextFeed + 1);
    }
    return this.#line;
  }

  /** The text ended inside a token: a tag, a comment, a document type. */
  get isUnfinished(): boolean {
    return this.#mode !== 'markup' || this.#at < this.#text.length;
  }

  /** Markup that has not been ended: what a file that was cut short leaves. */
  get unfinished(): string {
    return this.#text.slice(this.#at, this.#at + 200);
  }

  #scan(): Fault | null {
    for (;;) {
      const step =
        this.#mode === 'markup'
          ? this.#markup()
          : this.#mode === 'content'
            ? this.#content()
            : this.#skip(this.#mode.skipTo);
      if (step !== true) return step;
    }
  }

  /** True: go on. Null: more text is needed. */
  #markup(): Fault | null | true {
    const text = this.#text;
    const start = text.indexOf('<', this.#at);
    if (start < 0) {
      this.#at = text.length;
      return null;
    }
    this.#at = start;
    this.hasMarkup = true;
    const next = text.charCodeAt(start + 1);
    if (Number.isNaN(next)) return null;
    if (next === SLASH) return this.#endTag(start);
    if (next === QUESTION) return this.#skipFrom(start + 2, '?>');
    if (next === EXCLAMATION) return this.#declaration(start);
    if (!isNameStart(next)) {
      this.#handler.malformed(this.line(), text.slice(start, start + 60));
      this.#at = start + 1;
      return true;
    }
    return this.#startTag(start);
  }

  #startTag(start: number): Fault | null | true {
    const tag = this.#tag;
    const end = readTag(this.#text, start, tag);
    if (end < 0 || end - start > MARKUP_LIMITS.tokenCharacters) return this.#waitFor(start);
    if (tag.count > MARKUP_LIMITS.attributes) {
      return fault('svg-too-many-attributes', {
        line: this.line(),
        facts: { attributes: tag.count, maximum: MARKUP_LIMITS.attributes },
      });
    }
    if (tag.malformed) {
      if (tag.swallowedMarkup) {
        return fault('svg-malformed', {
          line: this.line(),
          seen: this.#text.slice(start, end),
          expected: 'an attribute that ends before the next tag',
        });
      }
      this.#handler.malformed(this.line(), this.#text.slice(start, end));
    }
    if (++this.#elements > MARKUP_LIMITS.elements) return this.#over('elements', MARKUP_LIMITS.elements);
    const selfClosing = tag.selfClosing;
    this.#handler.open(tag, selfClosing);
    this.#at = end;
    this.#searchFrom = end;
    if (selfClosing) return true;
    if (++this.#depth > MARKUP_LIMITS.depth) return this.#over('depth', MARKUP_LIMITS.depth);
    if (tag.name === 'title' || tag.name === 'text') {
      this.#mode = 'content';
      this.#contentOf = tag.name;
    } else if (tag.name === 'script' || tag.name === 'style') this.#mode = { skipTo: `</${tag.name}` };
    return true;
  }

  #endTag(start: number): Fault | null | true {
    const end = this.#text.indexOf('>', start);
    if (end < 0) return this.#waitFor(start);
    if (this.#depth > 0) this.#depth--;
    this.#handler.close(localName(this.#text.slice(start + 2, end).trimEnd()));
    this.#at = end + 1;
    return true;
  }

  #declaration(start: number): Fault | null | true {
    const text = this.#text;
    if (text.startsWith('<!--', start)) return this.#skipFrom(start + 4, '-->');
    if (text.startsWith('<![CDATA[', start)) return this.#skipFrom(start + 9, ']]>');
    if (text.length - start < 9) return null;
    if (!/^<!doctype/i.test(text.slice(start, start + 9))) {
      if (/^<!(?:ENTITY|ELEMENT|ATTLIST)/i.test(text.slice(start, start + 9))) return this.#entityDeclaration(start);
      return this.#skipFrom(start + 2, '>');
    }
    // A document type ends at ">" unless an internal subset opens first, and such a subset is refused unread.
    const end = text.indexOf('>', start);
    if (text.slice(start, end < 0 ? text.length : end).includes('[')) return this.#entityDeclaration(start);
    if (end < 0) return this.#waitFor(start);
    this.#at = end + 1;
    return true;
  }

  #entityDeclaration(start: number): Fault {
    return fault('svg-entity-declaration', { line: this.line(), seen: this.#text.slice(start, start + 200) });
  }

  #content(): Fault | null | true {
    const text = this.#text;
    const closing = `</${this.#contentOf}`;
    let end = text.indexOf(closing, this.#searchFrom);
    while (end >= 0 && isNamePart(text.charCodeAt(end + closing.length))) end = text.indexOf(closing, end + 1);
    if (end < 0 || end - this.#at > MARKUP_LIMITS.tokenCharacters) {
      const fault = this.#waitFor(this.#at);
      this.#searchFrom = Math.max(this.#at, text.length - closing.length - 1);
      return fault;
    }
    const raw = text.slice(this.#at, end);
    this.#mode = 'markup';
    this.#handler.content(this.#contentOf, raw);
    this.#at = end;
    return true;
  }

  #skipFrom(from: number, ending: string): true {
    this.#at = Math.min(from, this.#text.length);
    this.#mode = { skipTo: ending };
    return true;
  }

  #skip(ending: string): null | true {
    const end = this.#text.indexOf(ending, this.#at);
    if (end < 0) {
      this.#at = Math.max(this.#at, this.#text.length - ending.length + 1);
      return null;
    }
    // The end tag of a script is markup again; what ends a comment belongs to it.
    this.#at = ending.startsWith('</') ? end : end + ending.length;
    this.#mode = 'markup';
    return true;
  }

  #waitFor(start: number): Fault | null {
    if (this.#text.length - start <= MARKUP_LIMITS.tokenCharacters) return null;
    return fault('svg-token-too-long', {
      line: this.line(),
      seen: this.#text.slice(start, start + 200),
      facts: { maximum: MARKUP_LIMITS.tokenCharacters },
    });
  }

  #over(what: 'elements' | 'depth', maximum: number): Fault {
    return fault('svg-too-many-elements', { line: this.line(), facts: { what, maximum } });
  }
}

/** `svg:rect` and `rect` are one. */
function localName(name: string): string {
  return name.startsWith('svg:') ? name.slice(4) : name;
}

const EXCLAMATION = 33;
const SLASH = 47;
const QUESTION = 63;

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code > 127;
}

function isNamePart(code: number): boolean {
  return isNameStart(code) || (code >= 48 && code <= 57) || code === 45 || code === 46;
}
