import { ThemeChoice } from '../parts/page-head.tsx';
import { source } from '../state/comparison.ts';

/** Head of a report in one file: no way to other pages, but to where the comparison is kept, if anywhere. */
export function ReportHead() {
  const permalink = source.value?.permalink ?? null;
  return (
    <header class="page-head">
      <span class="brand">Firebreak</span>
      <span class="brand-line">
        report in one file; nothing is loaded or sent
        {permalink !== null && (
          <>
            {' · '}
            <a href={permalink} rel="noreferrer noopener">
              the comparison on its server
            </a>
          </>
        )}
      </span>
      <ThemeChoice />
    </header>
  );
}
