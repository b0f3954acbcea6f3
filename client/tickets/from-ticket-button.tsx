import { useSignal } from '@preact/signals';
import { lazy } from '../parts/lazy.tsx';

const FromTicketDialog = lazy(async () => (await import('./from-ticket-dialog.tsx')).FromTicketDialog);

export function FromTicketButton({ isDisabled }: { readonly isDisabled: boolean }) {
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        disabled={isDisabled}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        From a ticket…
      </button>
      {isOpen.value && (
        <FromTicketDialog
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}
