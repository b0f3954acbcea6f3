import { visible } from '../../core/text/visible.ts';

/** Letters of the end that always stay. */
const TAIL = 14;
/** Longer names are not put on the page whole; the title has all of it. */
const LONGEST = 300;

/**
 * A name that is cut in its middle when it does not fit, since beginning (class, library) and end (method) both matter.
 * The two halves stand side by side and the first one shrinks, so no text is measured.
 */
export function Name({ text }: { readonly text: string }) {
  const shown = [...visible(text.slice(0, 20_000))];
  if (shown.length <= TAIL) {
    return (
      <bdi class="name" title={shown.join('')}>
        {shown.join('')}
      </bdi>
    );
  }
  const tail = shown.slice(-TAIL).join('');
  const head = shown.slice(0, -TAIL);
  return (
    <bdi class="name" title={shown.join('')}>
      <span class="name-head">{head.slice(0, LONGEST).join('')}</span>
      <span class="name-tail">{tail}</span>
    </bdi>
  );
}
