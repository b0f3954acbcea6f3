import { visible } from '../../core/text/visible.ts';

/** Letters of the end that always stay. */
const TAIL = 14;
/** Of longer names the page holds only both ends; the title has more. */
const LONGEST = 300;
const LONGEST_TITLE = 20_000;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A name that is cut in its middle when it does not fit, since beginning (class, library) and end (method) both matter.
 * The two halves stand side by side and the first one shrinks, so no text is measured.
 */
export function Name({ text }: { readonly text: string }) {
  const title = visible(text.slice(0, LONGEST_TITLE));
  const [head, tail] = halvesOf(title);
  return (
    <bdi class="name" title={title}>
      {head !== '' && <span class="name-head">{head}</span>}
      <span class="name-tail">{tail}</span>
    </bdi>
  );
}

/** Cut between characters as people see them; the first half may be empty and loses what nobody could read anyway. */
function halvesOf(text: string): readonly [head: string, tail: string] {
  if (PRINTABLE_ASCII.test(text)) return [text.slice(0, -TAIL).slice(0, LONGEST), text.slice(-TAIL)];
  const whole = text.length <= 2 * LONGEST ? text : `${text.slice(0, LONGEST)}…${text.slice(-LONGEST)}`;
  const letters = Array.from(segmenter.segment(whole), ({ segment }) => segment);
  return [letters.slice(0, -TAIL).join(''), letters.slice(-TAIL).join('')];
}
