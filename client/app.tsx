import { ComparePage } from './compare/compare-page.tsx';
import { AwayBanner } from './parts/away-banner.tsx';
import { lazy } from './parts/lazy.tsx';
import { Link } from './parts/link.tsx';
import { PageHead } from './parts/page-head.tsx';
import { StartPage } from './start/start-page.tsx';
import { page } from './state/route.ts';

const LibraryPage = lazy(async () => (await import('./library/library-page.tsx')).LibraryPage);

export function App() {
  return (
    <>
      <PageHead />
      <AwayBanner />
      <main>
        {page.value.name === 'start' && <StartPage />}
        {page.value.name === 'comparison' && <ComparePage />}
        {page.value.name === 'library' && <LibraryPage />}
        {page.value.name === 'unknown' && (
          <section class="start">
            <h1>There is no such page</h1>
            <p class="actions">
              <Link to="/">Compare two profiles</Link>
              <Link to="/library">Look in the library</Link>
            </p>
          </section>
        )}
      </main>
    </>
  );
}
