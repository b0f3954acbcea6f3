import { readFileSync } from 'node:fs';
import { expect, describe, it } from 'vitest';
import { DEFAULT_GATE_CONFIG } from '../core/gate/config.ts';
import { wordsOf } from '../core/words/faults.ts';
import { DEFAULT_GATE_SETTINGS, projectConfigSchema, readProjectConfig } from './gate-config.ts';

function wrong(text: string): string {
  const read = readProjectConfig(text);
  if (read.ok) throw new Error('read without complaint');
  return wordsOf(read.error).sentence;
}

describe('firebreak.yml', () => {
  it('has the defaults of DIFF-SPEC 8, in points and percent', () => {
    expect(DEFAULT_GATE_SETTINGS).toMatchObject({ measure: 'share', minAbs: 2, minRel: 20, alpha: 0.01 });
    expect(DEFAULT_GATE_CONFIG).toMatchObject({ minAbs: 0.02, minRel: 0.2, alpha: 0.01 });
    for (const text of ['', '# nothing\n', 'gate: {}\n']) {
      expect(readProjectConfig(text)).toEqual({
        ok: true,
        value: { gate: DEFAULT_GATE_SETTINGS, labels: {}, baseline: { rule: 'fork-point' }, outputs: {} },
      });
    }
  });

  it('reads what firebreak ci is told', () => {
    const text = [
      'project: mariadb',
      'labels: {benchmark: oltp_read_write, threads: "64"}',
      'baseline: {rule: branch-head, branch: "10.11"}',
      'outputs: {junit: build/firebreak.xml, markdown: comment.md}',
    ].join('\n');
    expect(readProjectConfig(text)).toMatchObject({
      ok: true,
      value: {
        project: 'mariadb',
        labels: { benchmark: 'oltp_read_write', threads: '64' },
        baseline: { rule: 'branch-head', branch: '10.11' },
        outputs: { junit: 'build/firebreak.xml', markdown: 'comment.md' },
      },
    });
    expect(wrong('outputs: {xml: a}')).toContain('outputs.xml');
    expect(wrong('labels: {"a b": c}')).toContain('labels.a b');
    expect(wrong('server: https://evil.example')).toContain('no such setting');
  });

  it('reads every setting', () => {
    const text = [
      'gate:',
      '  measure: count',
      '  minAbs: 3.0',
      '  minRel: 0',
      '  alpha: 0.05',
      '  minSamplesPerRun: 500',
      "  frames: ['^row_', 'btr_cur']",
      '  subsystems: [innodb]',
      '  metrics: [{name: latency_p95, better: lower, maxWorse: 10}]',
      '  allow:',
      "    - {frames: '^log_', maxDelta: 4, reason: redo log format, expires: 2026-12-31, direction: both}",
    ].join('\n');
    const read = readProjectConfig(text);
    expect(read).toMatchObject({
      ok: true,
      value: {
        gate: {
          measure: 'count',
          minAbs: 3,
          frames: ['^row_', 'btr_cur'],
          subsystems: ['innodb'],
          metrics: [{ name: 'latency_p95', better: 'lower', maxWorse: 10 }],
          allow: [{ frames: '^log_', maxDelta: 4, expires: '2026-12-31', direction: 'both' }],
        },
      },
    });
  });

  it('names line and key of what is wrong', () => {
    expect(wrong('gate:\n  measure: time\n')).toMatch(/^line 2: gate\.measure: /);
    expect(wrong('gate:\n  minAbs: 1\n  minimum: 2\n')).toMatch(/gate\.minimum: no such setting/);
    expect(wrong("gate:\n  frames:\n    - 'ok'\n    - '(x'\n")).toMatch(/^line 4: gate\.frames\.1: not a pattern/);
    expect(wrong('gate:\n  allow:\n    - {maxDelta: 1, reason: x, expires: 2026-12-31}\n')).toMatch(
      /^line 3: .*either frames or subsystems/,
    );
    expect(wrong("gate:\n  allow:\n    - {frames: x, maxDelta: 1, reason: x, expires: '31.12.2026'}\n")).toMatch(
      /gate\.allow\.0\.expires/,
    );
    expect(wrong('gate: [\n')).toMatch(/^line \d+: this is no YAML/);
    expect(wrong('- a\n')).toMatch(/the file: /);
  });

  it('does not expand aliases', () => {
    expect(wrong('a: &a [x, x]\ngate: *a\n')).not.toBe('');
  });

  it('has a schema for editors that says the same (npm run schema writes it)', () => {
    const written: unknown = JSON.parse(
      readFileSync(new URL('../docs/firebreak.schema.json', import.meta.url), 'utf8'),
    );
    expect(written).toEqual(projectConfigSchema());
  });
});
