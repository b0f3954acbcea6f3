import { labels as known } from './list.ts';
import { valuesOf } from './filter-bar.tsx';

export interface LabelField {
  readonly name: string;
  readonly value: string;
}

const NAME = '[A-Za-z][A-Za-z0-9_.\\-]{0,63}';

/** Labels to fill in, one a line; lines without a value do not count. */
export function LabelFields(props: {
  readonly fields: readonly LabelField[];
  readonly onChange: (fields: readonly LabelField[]) => void;
}) {
  const { fields, onChange } = props;
  const change = (at: number, field: Partial<LabelField>) => {
    onChange(fields.map((one, i) => (i === at ? { ...one, ...field } : one)));
  };
  return (
    <fieldset class="label-fields">
      <legend>Labels</legend>
      {fields.map(({ name, value }, at) => (
        <div key={at} class="label-field">
          <input
            type="text"
            aria-label={`Name of label ${at + 1}`}
            value={name}
            pattern={NAME}
            title="a letter, then letters, digits, _ . -"
            placeholder="name"
            list="label-names"
            required={value !== ''}
            onInput={({ currentTarget }) => {
              change(at, { name: currentTarget.value });
            }}
          />
          <input
            type="text"
            aria-label={name === '' ? `Value of label ${at + 1}` : `Value of ${name}`}
            value={value}
            maxLength={500}
            placeholder="value"
            list={`label-values-${at}`}
            onInput={({ currentTarget }) => {
              change(at, { value: currentTarget.value });
            }}
          />
          <datalist id={`label-values-${at}`}>
            {valuesOf(name).map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <button
            type="button"
            class="quiet"
            aria-label={`Remove the label ${name === '' ? at + 1 : name}`}
            onClick={() => {
              onChange(fields.filter((_, i) => i !== at));
            }}
          >
            ✕
          </button>
        </div>
      ))}
      <datalist id="label-names">
        {known.value.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <button
        type="button"
        onClick={() => {
          onChange([...fields, { name: '', value: '' }]);
        }}
      >
        Add a label
      </button>
    </fieldset>
  );
}

/** The labels that are filled in. */
export function filledLabels(fields: readonly LabelField[]): ReadonlyMap<string, string> {
  return new Map(
    fields.filter(({ name, value }) => name !== '' && value !== '').map(({ name, value }) => [name, value]),
  );
}
