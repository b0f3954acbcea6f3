import { chooseTheme, THEME_CHOICES, themeChoice } from '../state/theme.ts';
import { navigate, page } from '../state/route.ts';
import { Choice } from './choice.tsx';

const THEME_WORDS = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export function PageHead() {
  return (
    <header class="page-head">
      <a
        class="brand"
        href="/"
        onClick={(event) => {
          // Modified clicks open a tab of their own, as for any link.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          navigate('/');
        }}
      >
        Firebreak
      </a>
      <span class="brand-line">{page.value.name === 'start' ? 'finds what got slower between two commits' : ''}</span>
      <ThemeChoice />
    </header>
  );
}

export function ThemeChoice() {
  return (
    <Choice
      label="Theme"
      name="theme"
      options={THEME_CHOICES.map((value) => ({ value, text: THEME_WORDS[value] }))}
      value={themeChoice.value}
      onChoose={chooseTheme}
    />
  );
}
