/** Lives in core, since the page asks for it as well. */
export { nodeStates } from '../core/diff/node-states.ts';
