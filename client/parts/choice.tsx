/** One of a few, all of them visible: a row of radio buttons that looks like one control. */
export function Choice<T extends string>(props: {
  readonly label: string;
  readonly name: string;
  readonly options: readonly { readonly value: T; readonly text: string; readonly hint?: string }[];
  readonly value: T;
  readonly isDisabled?: boolean;
  /** The label is for screen readers alone, since what stands beside it says it already. */
  readonly isLabelHidden?: boolean;
  readonly onChoose: (value: T) => void;
}) {
  return (
    <fieldset class="choice" disabled={props.isDisabled ?? false}>
      <legend class={props.isLabelHidden === true ? 'only-for-readers' : ''}>{props.label}</legend>
      {props.options.map(({ value, text, hint }) => (
        <label key={value} title={hint}>
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => {
              props.onChoose(value);
            }}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
