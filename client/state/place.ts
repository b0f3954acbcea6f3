/** Where files are compared: on the server, which stores them, or in this browser, which sends nothing. Kept in the browser. */
import { signal } from '@preact/signals';
import { kept, keep } from './kept.ts';

export const PLACES = ['server', 'browser'] as const;
export type Place = (typeof PLACES)[number];

const KEY = 'firebreak.place';

export const place = signal<Place>(PLACES.find((one) => one === kept(KEY)) ?? 'server');

export function choosePlace(choice: Place): void {
  place.value = choice;
  keep(KEY, choice);
}
