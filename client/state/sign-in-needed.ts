/** Whether the server refused something because nobody is signed in. */
import { signal } from '@preact/signals';

export const isSignInNeeded = signal(false);
