import { signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { clearFilter, filter, isNarrowed, setFilter } from './filter.ts';
import type { Filter } from './filter.ts';
import { labels } from './list.ts';

const narrowWindow = window.matchMedia('(max-width: 640px)');
/** On a telephone the fields would fill the screen, so most of them are shown on demand. */
const isNarrow = signal(narrowWindow.matches);
narrowWindow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});

/** What narrows the list; what there is to choose from is offered while typing. */
export function FilterBar() {
  const isOpen = useSignal(isNarrowed.peek());
  return (
    <form
      class="filter-bar"
      role="search"
      aria-label="Narrow the list"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <Field name="text" label="Words" type="search" placeholder="name, label or format" />
      {isNarrow.value && (
        <button
          type="button"
          class="link"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {isOpen.value ? 'Fewer fields' : 'More fields'}
        </button>
      )}
      {(isOpen.value || !isNarrow.value) && (
        <>
          <Field name="project" label="Project" options={valuesOf('project')} />
          <Field name="branch" label="Branch" options={valuesOf('branch')} />
          <Field name="commit" label="Commit" options={valuesOf('commit')} placeholder="or its start" />
          <Field name="label" label="Label" options={labelTexts()} placeholder="name=value" />
          <Field name="from" label="From" type="date" />
          <Field name="to" label="To" type="date" />
        </>
      )}
      {isNarrowed.value && (
        <button type="button" onClick={clearFilter}>
          Show all
        </button>
      )}
    </form>
  );
}

function Field(props: {
  readonly name: Exclude<keyof Filter, 'kind' | 'deleted'>;
  readonly label: string;
  readonly type?: 'search' | 'date';
  readonly placeholder?: string;
  readonly options?: readonly string[];
}): ComponentChildren {
  const { name, label, type = 'search', placeholder, options = [] } = props;
  const list = options.length > 0 ? `values-of-${name}` : undefined;
  return (
    <label class={`filter-field filter-${name}`}>
      <span>{label}</span>
      <input
        type={type}
        value={filter.value[name]}
        placeholder={placeholder}
        list={list}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          setFilter({ [name]: currentTarget.value });
        }}
      />
      {list !== undefined && (
        <datalist id={list}>
          {options.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </label>
  );
}

export function valuesOf(name: string): readonly string[] {
  return labels.value.find((label) => label.name === name)?.values ?? [];
}

/** Labels that have no field of their own. */
function labelTexts(): readonly string[] {
  return labels.value
    .filter(({ name }) => !['project', 'branch', 'commit'].includes(name))
    .flatMap(({ name, values }) => values.map((value) => `${name}=${value}`));
}
