/** Light, dark, or what the system says. A preference of the person, so it is kept in the browser and not in the URL. */
import { computed, effect, signal } from '@preact/signals';
import type { Theme } from '../../core/colour/colour.ts';
import { keep, kept } from './kept.ts';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const STORAGE_KEY = 'firebreak.theme';
const systemIsDark = window.matchMedia('(prefers-color-scheme: dark)');
const system = signal<Theme>(systemIsDark.matches ? 'dark' : 'light');

export const themeChoice = signal<ThemeChoice>(stored());
export const theme = computed<Theme>(() => (themeChoice.value === 'system' ? system.value : themeChoice.value));

systemIsDark.addEventListener('change', ({ matches }) => {
  system.value = matches ? 'dark' : 'light';
});

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
});

export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.value = choice;
  keep(STORAGE_KEY, choice);
}

function stored(): ThemeChoice {
  const value = kept(STORAGE_KEY);
  return THEME_CHOICES.find((choice) => choice === value) ?? 'system';
}
