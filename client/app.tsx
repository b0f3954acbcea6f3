import { ComparePage } from './compare/compare-page.tsx';
import { PageHead } from './parts/page-head.tsx';
import { StartPage } from './start/start-page.tsx';
import { page } from './state/route.ts';

export function App() {
  return (
    <>
      <PageHead />
      <main>
        {page.value.name === 'start' && <StartPage />}
        {page.value.name === 'comparison' && <ComparePage />}
        {page.value.name === 'unknown' && (
          <section class="start">
            <h1>There is no such page</h1>
            <p>
              <a href="/">Compare two profiles</a>
            </p>
          </section>
        )}
      </main>
    </>
  );
}
