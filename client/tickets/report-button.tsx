import { useSignal } from '@preact/signals';
import { lazy } from '../parts/lazy.tsx';
import { source } from '../state/comparison.ts';

const ReportDialog = lazy(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Opens the dialog about reports; a report in one file has none. */
export function ReportButton() {
  const isOpen = useSignal(false);
  const shown = source.value;
  if (shown === null || shown.kind === 'embedded') return null;
  return (
    <>
      <button
        type="button"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Report…
      </button>
      {isOpen.value && (
        <ReportDialog
          source={shown}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
