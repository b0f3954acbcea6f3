import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codesOf, foldedOf, headOf, profileIn } from '../text/laws.testkit.ts';
import { perfReportImporter } from './importer.ts';

const read = (file: string) => profileIn(perfReportImporter, new Uint8Array(readFileSync(`fixtures/valid/${file}`)));

describe('perf report', () => {
  it('with callees first: chains are turned round, what is not printed stays', () => {
    const profile = read('perf-report-callees-first.txt');
    expect(foldedOf(profile)).toEqual([
      'mariadbd;[callers not printed];handle_query;lock_wait 2.5',
      'mariadbd;lock_wait;syscall;futex_wait 30',
      'mariadbd;replay;handle_query;lock_wait 2.5',
      'mariadbd;start_thread;do_command;handle_query;lock_wait 15',
      'mariadbd;start_thread;srv_worker;row_purge;lock_wait 40',
      'sysbench;memcpy 10',
    ]);
    expect([profile.event, profile.valueTypes[0]?.unit]).toEqual(['cycles:u', 'percent']);
    expect(codesOf(profile)).toEqual(['perf-report-callers-left-out', 'text-rounded', 'text-end-unknown']);
  });

  it('with callers first, and shares of the branch above', () => {
    expect(foldedOf(read('perf-report-callers-first.txt'))).toEqual(['start;main;inner;work 60', 'start;main;work 20']);
  });

  it('with children: own shares only, and it says so', () => {
    const profile = read('perf-report-children.txt');
    expect(foldedOf(profile)).toEqual(['demo;work 70']);
    expect(codesOf(profile)).toContain('perf-report-children');
  });

  it('leaves columns behind the symbol alone', () => {
    const text =
      '# Overhead  Symbol        IPC   [IPC Coverage]\n# ........  ............  ....................\n    9.50%  [.] f(int, int)  -      -\n';
    expect(foldedOf(profileIn(perfReportImporter, text))).toEqual(['f(int, int) 9.5']);
  });

  it('takes no share that is cut for a chain without one', () => {
    const text =
      '# Overhead  Symbol\n# ........  ......\n    80.00%  [.] work\n            |\n            ---start\n' +
      '               |--75.00%--inner\n               |          work\n                --2';
    const profile = profileIn(perfReportImporter, text);
    expect(foldedOf(profile)).toEqual(['start;[callers not printed];work 5', 'start;inner;work 75']);
    expect(codesOf(profile)).toContain('text-cut');
  });

  it('is known by the head of its table, with dots under it', () => {
    expect(perfReportImporter.detect(headOf('# Overhead  Symbol\nmain;work 3\n')).verdict).toBe('no');
  });
});
