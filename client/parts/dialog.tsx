import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A modal dialog: the browser keeps the focus inside and closes it on Escape. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={element} class="dialog" aria-label={props.title} onClose={props.onClose}>
      <header class="dialog-head">
        <h2>{props.title}</h2>
        <button
          type="button"
          class="quiet"
          aria-label="Close"
          onClick={() => {
            element.current?.close();
          }}
        >
          ✕
        </button>
      </header>
      {props.children}
    </dialog>
  );
}
