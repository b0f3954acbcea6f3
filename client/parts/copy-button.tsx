import { useSignal } from '@preact/signals';
import { Dialog } from './dialog.tsx';

/** How long the button says that it worked, in milliseconds. */
const SAID = 1600;

/** Copies a text that is made when it is asked for. Where the browser forbids copying, the text is shown to be taken by hand. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const isCopied = useSignal(false);
  const byHand = useSignal<string | null>(null);
  const copy = async () => {
    const wanted = text();
    try {
      await navigator.clipboard.writeText(wanted);
      isCopied.value = true;
      setTimeout(() => {
        isCopied.value = false;
      }, SAID);
    } catch {
      byHand.value = wanted;
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <span aria-live="polite">{isCopied.value ? 'Copied' : label}</span>
      </button>
      {byHand.value !== null && (
        <Dialog
          title="Copy by hand"
          onClose={() => {
            byHand.value = null;
          }}
        >
          <textarea class="by-hand" aria-label="Text to copy" readOnly rows={12} value={byHand.value} />
        </Dialog>
      )}
    </>
  );
}
