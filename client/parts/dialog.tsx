import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { fitMiddle, visible } from '../../core/text/visible.ts';

const TITLE_COLUMNS = 100;

/** A modal dialog: the browser keeps the focus inside and closes it on Escape. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  // The name of a file or of a function, as often as not: both ends of it show.
  const title = fitMiddle(visible(props.title), TITLE_COLUMNS);
  useEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog ref={element} class="dialog" aria-label={title} onClose={props.onClose}>
      <header class="dialog-head">
        <h2>{title}</h2>
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
