import { chooseTheme, THEME_CHOICES, themeChoice } from '../state/theme.ts';
import { page } from '../state/route.ts';
import { SignedIn } from '../sign-in/signed-in.tsx';
import { Choice } from './choice.tsx';
import { Link } from './link.tsx';

const THEME_WORDS = { system: 'System', light: 'Light', dark: 'Dark' } as const;

export function PageHead() {
  return (
    <header class="page-head">
      <Link class="brand" to="/">
        Firebreak
      </Link>
      <nav class="pages" aria-label="Pages">
        <Link to="/" isCurrent={page.value.name === 'start'}>
          Compare
        </Link>
        <Link to="/library" isCurrent={page.value.name === 'library'}>
          Library
        </Link>
      </nav>
      <span class="brand-line">{page.value.name === 'start' ? 'finds what got slower between two commits' : ''}</span>
      {page.value.name === 'library' && <SignedIn />}
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
