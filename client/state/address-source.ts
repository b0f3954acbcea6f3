/** The address of the page says which comparison is shown. */
import { computed, effect } from '@preact/signals';
import { localSource } from '../local/local-comparisons.ts';
import { source } from './comparison.ts';
import { page } from './route.ts';
import { storedSource } from './stored-source.ts';

/** Alone, since the page is another object after every change of the view. */
const storedId = computed(() => (page.value.name === 'comparison' ? page.value.id : null));
const localNumber = computed(() => (page.value.name === 'local' ? page.value.number : null));

export function followAddress(): void {
  effect(() => {
    if (storedId.value !== null) source.value = storedSource(storedId.value);
    else source.value = localNumber.value === null ? null : localSource(localNumber.value);
  });
}
