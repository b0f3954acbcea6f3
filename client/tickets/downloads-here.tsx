import { useSignal } from '@preact/signals';
import { err, ok } from '../../core/result.ts';
import type { Result } from '../../core/result.ts';
import type { ApiProblem } from '../api/api.ts';
import { ProblemBox } from '../parts/problem-box.tsx';
import type { ComparisonSource } from '../state/source.ts';
import { pngOfSvg } from './png-of-svg.ts';
import { DOWNLOADS } from './tickets-api.ts';
import type { Download } from './tickets-api.ts';

/** The same files as a server gives, written in this browser when they are asked for. */
export function DownloadsHere({ write }: { readonly write: NonNullable<ComparisonSource['write']> }) {
  const failure = useSignal<ApiProblem | null>(null);
  const isWriting = useSignal(false);
  const download = async (format: Download) => {
    isWriting.value = true;
    const file = await written(write, format);
    isWriting.value = false;
    failure.value = file.ok ? null : file.error;
    if (file.ok) save(file.value, `firebreak.${format.split('?')[0] ?? ''}`);
  };
  return (
    <>
      <ul class="downloads">
        {DOWNLOADS.map(({ format, text }) => (
          <li key={format}>
            <button type="button" class="link" disabled={isWriting.value} onClick={() => void download(format)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
      <p class="hint" aria-live="polite">
        {isWriting.value ? 'Writing…' : 'Written in this browser; nothing is sent.'}
      </p>
      {failure.value !== null && <ProblemBox problem={failure.value} />}
    </>
  );
}

async function written(
  write: NonNullable<ComparisonSource['write']>,
  format: Download,
): Promise<Result<Blob, ApiProblem>> {
  if (format !== 'png' && format !== 'png?scale=2') return write(format);
  const svg = await write('svg');
  if (!svg.ok) return svg;
  const png = await pngOfSvg(await svg.value.text(), format === 'png' ? 1 : 2);
  return png === null ? err(tooLarge()) : ok(png);
}

function tooLarge(): ApiProblem {
  return {
    title: 'No picture',
    detail: 'This browser cannot draw a picture as large as this graph.',
    code: 'png-too-large',
    file: null,
    position: null,
    column: null,
    seen: null,
    expected: null,
    advice: 'Take the SVG, or the page in one file.',
  };
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
