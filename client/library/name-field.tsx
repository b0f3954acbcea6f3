/** The name of what is edited; empty where nothing has to have one. */
export function NameField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly placeholder?: string;
}) {
  return (
    <label class="edit-name">
      <span>Name</span>
      <input
        type="text"
        value={props.value}
        maxLength={255}
        required={props.isRequired === true}
        placeholder={props.placeholder ?? ''}
        onInput={({ currentTarget }) => {
          props.onChange(currentTarget.value);
        }}
      />
    </label>
  );
}
