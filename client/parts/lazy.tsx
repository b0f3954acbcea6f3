import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/** A part of the page that is fetched when it is first shown, so that the first view stays small. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const state = signal<{ readonly component: ComponentType<Props> } | 'loading' | 'failed'>('loading');
  const start = async () => {
    state.value = 'loading';
    try {
      state.value = { component: await load() };
    } catch {
      state.value = 'failed';
    }
  };
  return function Lazy(props: Props) {
    useEffect(() => {
      if (typeof state.peek() === 'string') void start();
    }, []);
    const now = state.value;
    if (now === 'failed') {
      return (
        <section class="start" role="alert">
          <p>This part of the page could not be fetched: the server does not answer, or it was updated meanwhile.</p>
          <p class="actions">
            <button type="button" onClick={() => void start()}>
              Try again
            </button>
            <button
              type="button"
              onClick={() => {
                location.reload();
              }}
            >
              Reload the page
            </button>
          </p>
        </section>
      );
    }
    if (now === 'loading') return <section class="start" aria-busy="true" />;
    const { component: Component } = now;
    return <Component {...props} />;
  };
}
