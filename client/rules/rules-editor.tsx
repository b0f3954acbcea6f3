import { useRef } from 'preact/hooks';
import { visible } from '../../core/text/visible.ts';
import type { ApiProblem } from '../api/api.ts';

/** Rules as text, with line numbers; what is wrong is said below and its line is marked. */
export function RulesEditor(props: {
  readonly label: string;
  readonly text: string;
  readonly fault: ApiProblem | null;
  readonly onChange: (text: string) => void;
}) {
  const gutter = useRef<HTMLPreElement>(null);
  const { text, fault } = props;
  const wrong = fault?.position?.line ?? null;
  const lines = text.split('\n').length;
  return (
    <div class="rules-editor">
      <div class="rules-editor-frame">
        <pre class="rules-gutter" ref={gutter} aria-hidden="true">
          {Array.from({ length: lines }, (_, i) => (
            <span key={i} class={wrong === i + 1 ? 'wrong' : ''}>
              {`${i + 1}\n`}
            </span>
          ))}
        </pre>
        <textarea
          aria-label={props.label}
          aria-invalid={fault !== null}
          aria-describedby="rules-fault"
          spellcheck={false}
          wrap="off"
          rows={12}
          placeholder={PLACEHOLDER}
          value={text}
          onInput={({ currentTarget }) => {
            props.onChange(currentTarget.value);
          }}
          onScroll={({ currentTarget }) => {
            if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <p id="rules-fault" class="rules-fault" aria-live="polite">
        {fault !== null && visible(fault.detail)}
      </p>
    </div>
  );
}

const PLACEHOLDER = `pack: ours
version: "1"
rules:
  - { id: versions, match: { name: '_v[0-9]+$' }, rename: "" }
  - { id: storage, match: { names: ["store_*"] }, tag: ours.storage }`;
