import type { ComponentChildren } from 'preact';
import { navigate } from '../state/route.ts';

/** A link to a page of ours, which opens without loading anything; clicks with a modifier open a tab as for any link. */
export function Link(props: {
  readonly to: string;
  readonly class?: string;
  readonly isCurrent?: boolean;
  /** For links in rows of a grid, whose keys do the same. */
  readonly isNoStop?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <a
      class={props.class}
      href={props.to}
      tabIndex={props.isNoStop === true ? -1 : undefined}
      aria-current={props.isCurrent === true ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        navigate(props.to);
      }}
    >
      {props.children}
    </a>
  );
}
