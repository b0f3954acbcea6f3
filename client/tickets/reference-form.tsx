import { useSignal } from '@preact/signals';

/** Asks for a ticket by address or key. */
export function ReferenceForm(props: {
  readonly given: string;
  readonly action: string;
  readonly isBusy: boolean;
  readonly onGive: (ref: string) => void;
}) {
  const text = useSignal(props.given);
  const ref = text.value.trim();
  return (
    <form
      class="ticket-reference"
      onSubmit={(event) => {
        event.preventDefault();
        if (ref !== '' && !props.isBusy) props.onGive(ref);
      }}
    >
      <label>
        <span>Ticket</span>
        <input
          type="text"
          value={text.value}
          placeholder="https://jira.example.org/browse/MDEV-34515 or MDEV-34515"
          autocomplete="off"
          spellcheck={false}
          autofocus
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </label>
      <button type="submit" disabled={ref === '' || props.isBusy}>
        {props.action}
      </button>
    </form>
  );
}
