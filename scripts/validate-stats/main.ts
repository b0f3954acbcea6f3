/**
 * Runs the simulations behind DIFF-SPEC 3.5, 3.6, 5 and 8 against the product's own code and prints what comes out beside the
 * document's figures. Seeded: the same numbers each time. `--full`: as many diffs as the document (about an hour).
 */
import { falseAlarms, power } from './false-alarms.ts';
import { gateDetection, gateFalseAlarms } from './gate-table.ts';
import { emptyLists, ranking } from './ranking.ts';
import { replicates } from './replicates.ts';
import { makeTree } from './simulation.ts';

const full = process.argv.includes('--full');
const tree = makeTree(2);
falseAlarms(tree, full ? 1000 : 120);
power(tree, full ? 200 : 60);
gateFalseAlarms(tree, full ? 1000 : 100);
gateDetection(tree, full ? 100 : 25);
ranking(full ? 24 : 8);
emptyLists(full ? 240 : 24);
replicates();
