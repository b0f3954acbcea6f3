import { listOf, textsOf } from '../json.ts';
import { shown } from '../record.ts';
import type { Recorder } from '../record.ts';

/** `must_mention`: of each group at least one word must be said, ignoring case. */
export function checkMentions(record: Recorder, name: string, groups: unknown, said: string): void {
  const text = said.toLowerCase();
  for (const group of listOf(groups, 'must_mention')) {
    const words = textsOf(group, 'a group of must_mention');
    record.that(
      `${name}[${words.join('|')}]`,
      words.some((word) => text.includes(word.toLowerCase())),
      () => `none of ${shown(words)} in: ${said === '' ? '(nothing was said)' : said.slice(0, 400)}`,
    );
  }
}
