/** Makes the large tree and compares it four times, for who watches the memory of a process that does this alone. */
import { compareLargeTree, largeTree } from './large-tree.ts';

const tree = largeTree();
for (let i = 0; i < 4; i++) compareLargeTree(tree);
