import type { SideSummary } from '../../core/diff/comparison.ts';
import { VERSION } from '../../core/version.ts';
import { Name } from '../parts/name.tsx';
import { SIDE_WORDS } from '../state/chosen-files.ts';
import type { Side } from '../state/chosen-files.ts';
import { analysis } from '../state/comparison.ts';

/** Which files a report was made of, by the hash of their content, and by which version. */
export function ReportInputs() {
  const comparison = analysis.value?.comparison;
  if (comparison === undefined) return null;
  return (
    <section class="compare report-inputs" aria-labelledby="inputs-title">
      <h2 id="inputs-title">Made of</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">File</th>
            <th scope="col">SHA-256</th>
          </tr>
        </thead>
        <tbody>
          <Rows side="base" summary={comparison.base} />
          <Rows side="head" summary={comparison.head} />
        </tbody>
      </table>
      <p class="hint">
        By Firebreak {VERSION}, names made equal at level “{comparison.normalization.level}”.
      </p>
    </section>
  );
}

function Rows({ side, summary }: { readonly side: Side; readonly summary: SideSummary }) {
  return summary.runs.map(({ source }, i) => (
    <tr key={`${side}-${i}`}>
      <td>
        <span class={`side-chip side-${side}`}>{SIDE_WORDS[side]}</span>
      </td>
      <td>
        <Name text={source.fileName ?? 'without a name'} />
      </td>
      <td class="hash">{source.sha256 ?? 'not known'}</td>
    </tr>
  ));
}
