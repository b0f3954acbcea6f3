import { useSignal } from '@preact/signals';
import { lazy } from '../parts/lazy.tsx';
import { source } from '../state/comparison.ts';

const ReportDialog = lazy(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Opens the dialog about reports; only for a comparison that a server keeps, since that writes them. */
export function ReportButton() {
  const isOpen = useSignal(false);
  const shown = source.value;
  if (shown?.kind !== 'stored') return null;
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
          comparison={shown.id}
          permalink={shown.permalink}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
