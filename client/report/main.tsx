/** The page as a report in one file: `scripts/build-report.mjs` makes one script of this and of all that it imports. */
import { render } from 'preact';
import '../css/tokens.css';
import '../css/base.css';
import '../css/dialog.css';
import '../css/compare.css';
import '../css/gate.css';
import '../css/graph.css';
import '../css/flame.css';
import '../css/legend.css';
import '../css/table.css';
import '../rules/rules.css';
import '../subsystems/subsystems.css';
import './report.css';
import { ComparePage } from '../compare/compare-page.tsx';
import { source } from '../state/comparison.ts';
import { embeddedSource } from './embedded-source.ts';
import { ReportInputs } from './inputs.tsx';
import { ReportHead } from './report-head.tsx';

source.value = embeddedSource(document);
const place = document.getElementById('app');
if (place !== null) {
  render(
    <>
      <ReportHead />
      <main>
        <ComparePage />
        <ReportInputs />
      </main>
    </>,
    place,
  );
}
