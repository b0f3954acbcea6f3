import { describe, expect, it } from 'vitest';
import { ProfileBuilder } from '../model/builder.ts';
import { profileOf } from '../model/profile-of.ts';
import { totalOf } from '../model/totals.ts';
import { validateProfile } from '../model/validate.ts';
import { withoutIdle } from './idle.ts';

describe('idle', () => {
  it('takes out stacks whose leaf-most known frame is idle, and counts them', () => {
    const { profile, idle, stacks } = withoutIdle(
      profileOf(
        [
          'swapper;start_secondary;cpu_startup_entry;do_idle;intel_idle_[k] 50',
          'swapper;do_idle;0xffffffff81 5',
          'swapper;do_idle;[unknown] 3',
          'swapper 2',
          'swapper;do_idle;irq_handler 7',
          'mysqld;do_idle_work_of_ours 4',
          'mysqld;[unknown] 11',
          'mysqld;query 29',
        ].join('\n'),
      ),
    );
    expect([idle, stacks]).toEqual([64, 5]);
    expect(totalOf(profile)).toBe(47);
    expect(profile.valueTypes[0]?.sampling?.records).toBe(47);
    expect(validateProfile(profile)).toBeNull();
  });

  it('gives the same profile when nothing is idle', () => {
    const busy = profileOf('main;a 3');
    expect(withoutIdle(busy)).toEqual({ profile: busy, idle: 0, stacks: 0 });
  });

  it('takes only what the given patterns name', () => {
    const { profile, idle } = withoutIdle(profileOf('main;wait 3\nmain;waiter 4\nmain;poll.x 5'), ['wait', 'poll*']);
    expect([idle, totalOf(profile)]).toEqual([8, 4]);
  });

  it('does not round counts past 2^53', () => {
    const builder = new ProfileBuilder(1);
    const frame = (name: string) => builder.child(builder.stack([]), builder.frame(name));
    builder.addSelfExact(frame('intel_idle'), 2n ** 60n + 1n);
    builder.addSelfExact(frame('work'), 2n ** 61n + 1n);
    const made = builder.finish({
      valueTypes: [{ name: 'cpu', unit: 'nanoseconds', sampling: null }],
      source: { fileName: null, format: 'test', generator: null, sha256: null },
    });
    if (!made.ok) throw new Error(made.error.code);
    const { profile, idle } = withoutIdle(made.value);
    expect([idle, totalOf(profile)]).toEqual([2n ** 60n + 1n, 2n ** 61n + 1n]);
  });
});
