import { ComparePage } from './compare/compare-page.tsx';
import { AwayBanner } from './parts/away-banner.tsx';
import { lazy } from './parts/lazy.tsx';
import { Link } from './parts/link.tsx';
import { PageHead } from './parts/page-head.tsx';
import { StartPage } from './start/start-page.tsx';
import { source } from './state/comparison.ts';
import { page } from './state/route.ts';
import { isSignInNeeded } from './state/sign-in-needed.ts';
import { tourStep } from './tour/tour-state.ts';

/** The address of a comparison that another tab had, or this one before it was loaded again. */
function LocalGone() {
  return (
    <section class="start">
      <h1>This comparison is not here any more</h1>
      <p>It was made in a browser and stored nowhere; its files never left it. Choose them again to compare.</p>
      <p class="actions">
        <Link to="/">Compare two profiles</Link>
      </p>
    </section>
  );
}

const SignInPage = lazy(async () => (await import('./sign-in/sign-in-page.tsx')).SignInPage);

const LibraryPage = lazy(async () => (await import('./library/library-page.tsx')).LibraryPage);

const Tour = lazy(async () => (await import('./tour/tour.tsx')).Tour);

export function App() {
  return (
    <>
      <PageHead />
      <AwayBanner />
      <main>{isSignInNeeded.value || page.value.name === 'sign-in' ? <SignInPage /> : <Page />}</main>
      {tourStep.value !== null && <Tour />}
    </>
  );
}

function Page() {
  return (
    <>
      {page.value.name === 'start' && <StartPage />}
      {page.value.name === 'comparison' && <ComparePage />}
      {page.value.name === 'local' && (source.value === null ? <LocalGone /> : <ComparePage />)}
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
    </>
  );
}
