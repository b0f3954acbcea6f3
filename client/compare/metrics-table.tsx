import { useState } from 'preact/hooks';
import type { MetricsWords } from '../../core/words/metrics.ts';
import { plural } from '../../core/words/numbers.ts';
import { SIDE_WORDS } from '../state/chosen-files.ts';

/** Rows that are shown at first: throughput and latency stand on top, a server has hundreds more. */
const FIRST_ROWS = 8;

/** Benchmark numbers of both sides, and what they say together with the profile. Nothing without metrics. */
export function MetricsTable({ words }: { readonly words: MetricsWords }) {
  const [isWhole, setWhole] = useState(false);
  const { rows, sentences } = words;
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  const left = rows.length - shown.length;
  return (
    <section class="metrics" aria-labelledby="metrics-title">
      <h2 id="metrics-title">Metrics</h2>
      {sentences.length > 0 && <p>{sentences.join(' ')}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Metric</th>
            <th scope="col" class="number">
              {SIDE_WORDS.base}
            </th>
            <th scope="col" class="number">
              {SIDE_WORDS.head}
            </th>
            <th scope="col" class="number">
              Ratio
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, base, head, change }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{base}</td>
              <td class="number">{head}</td>
              <td class="number">{change}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          Show {plural(left, 'more metric')}
        </button>
      )}
    </section>
  );
}
