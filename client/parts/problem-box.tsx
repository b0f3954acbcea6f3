import { visible } from '../../core/text/visible.ts';
import type { ApiProblem } from '../api/api.ts';
import { Name } from './name.tsx';

/** What the server said about a request that failed: its sentence, where in the file, what to do. */
export function ProblemBox({ problem }: { readonly problem: ApiProblem }) {
  const { title, detail, file, position, seen, expected, advice } = problem;
  return (
    <div class="problem-box" role="alert">
      <strong class="problem-title">{title}</strong>
      <p class="problem-detail">{visible(detail)}</p>
      <dl class="facts">
        {file !== null && (
          <>
            <dt>File</dt>
            <dd>
              <Name text={file} />
            </dd>
          </>
        )}
        {position !== null && (
          <>
            <dt>Position</dt>
            <dd>{position.line === null ? `byte ${position.byte ?? 0}` : `line ${position.line}`}</dd>
          </>
        )}
        {seen !== null && seen !== '' && (
          <>
            <dt>Seen</dt>
            <dd>
              <code>{visible(seen)}</code>
            </dd>
          </>
        )}
        {expected !== null && (
          <>
            <dt>Expected</dt>
            <dd>{visible(expected)}</dd>
          </>
        )}
      </dl>
      {advice !== null && <p class="problem-advice">{visible(advice)}</p>}
    </div>
  );
}
