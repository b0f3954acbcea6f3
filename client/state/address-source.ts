/** The address of the page says which comparison is shown. */
import { computed, effect } from '@preact/signals';
import { source } from './comparison.ts';
import { page } from './route.ts';
import { storedSource } from './stored-source.ts';

/** Alone, since the page is another object after every change of the view. */
const storedId = computed(() => (page.value.name === 'comparison' ? page.value.id : null));

export function followAddress(): void {
  effect(() => {
    source.value = storedId.value === null ? null : storedSource(storedId.value);
  });
}
