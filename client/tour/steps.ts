/** What the tour says, and beside what. */

interface Step {
  /** A selector of the comparison's page. */
  readonly target: string;
  readonly title: string;
  readonly text: string;
}

export const STEPS: readonly Step[] = [
  {
    target: '.compare > h1',
    title: 'The answer comes first',
    text: 'One sentence says what grew, from where to where. It is computed from the two recordings; the numbers below it say how sure that is. Here the threads of MariaDB that clean up old row versions (purge) take nearly everything.',
  },
  {
    target: '.sides',
    title: 'Two sides: good and bad',
    text: 'Good is the version that was fast, bad the one that is slow; each may be several runs. Names that only look different between builds are made equal: choose how far, or exchange the sides.',
  },
  {
    target: '.explanations',
    title: 'Why, in order',
    text: 'Each line is a region of code that accounts for a part of the change. Choose one, and its chain of calls is framed in the graph.',
  },
  {
    target: '.graph-bar',
    title: 'Look around in the graph',
    text: 'Click a frame to zoom in, Esc to go back; arrows walk from frame to frame. Type / to search. Here you switch between both sides, one alone, leaves first, or the callers of one function.',
  },
  {
    target: '.legend',
    title: 'What the colours mean',
    text: 'The width of a frame is its share of all samples; the colour says how much that share changed. What is grey did not change enough to say.',
  },
  {
    target: '.functions-head',
    title: 'Every function, in a table',
    text: 'Sort by what changed most, filter by name, copy it for a ticket. A click marks the function in the graph. The key ? lists all keys, and this tour.',
  },
];
