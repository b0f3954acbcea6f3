import { visible } from '../../core/text/visible.ts';
import type { ApiProblem } from '../api/api.ts';
import { Name } from './name.tsx';

/** What the server said about a request that failed: its sentence, where in the file, what to do. */
export function ProblemBox({ problem }: { readonly problem: ApiProblem }) {
  const { title, detail, file, position, seen, expected, advice } = problem;
  // The sentence has most of it already; only what it leaves out is listed.
  const isNews = (text: string | null): text is string => text !== null && text !== '' && !detail.includes(text);
  const place =
    position === null ? null : position.line === null ? `byte ${position.byte ?? 0}` : `line ${position.line}`;
  return (
    <div class="problem-box" role="alert">
      <strong class="problem-title">{title}</strong>
      <p class="problem-detail">{visible(detail)}</p>
      <dl class="facts">
        {isNews(file) && (
          <>
            <dt>File</dt>
            <dd>
              <Name text={file} />
            </dd>
          </>
        )}
        {isNews(place) && (
          <>
            <dt>Position</dt>
            <dd>{place}</dd>
          </>
        )}
        {isNews(seen) && (
          <>
            <dt>Seen</dt>
            <dd>
              <code>{visible(seen)}</code>
            </dd>
          </>
        )}
        {isNews(expected) && (
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
