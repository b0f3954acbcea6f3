import { expect, test } from 'vitest';
import { compileRules } from '../core/normalize/compile.ts';
import { BUILT_IN_PACKS } from '../core/normalize/packs.generated.ts';
import { nodeDemangler } from './node-demangle.ts';

test.each([
  ['_ZN14ssux_lock_implILb1EE7wr_waitEj', 'ssux_lock_impl<true>::wr_wait(unsigned int)'],
  ['__ZN4sync5Mutex4lockEv', 'sync::Mutex::lock()'],
  ['_RNvCskwGfYPst2Cb_3foo16example_function', 'foo::example_function'],
  ['_ZN4core3ptr13drop_in_place17h0123456789abcdefE', 'core::ptr::drop_in_place'],
])('%s', (symbol, readable) => {
  expect(nodeDemangler()(symbol)).toBe(readable);
});

test.each(['_start', '_int_malloc', 'main', '_Zbad', '__Zbad', '_R', 'Z4mainv', '', 'wr_wait'])('leaves %j', (name) => {
  expect(nodeDemangler()(name)).toBeNull();
});

test('three spellings of one function are one frame, and another lock is not', () => {
  const compiled = compileRules(BUILT_IN_PACKS, { level: 'default', demangle: nodeDemangler() });
  if (!compiled.ok) throw new Error(compiled.error.code);
  const names = [
    'ssux_lock_impl<true>::wr_wait()',
    'ssux_lock_impl<(bool)1>::wr_wait',
    '_ZN14ssux_lock_implILb1EE7wr_waitEv',
    '_ZN14ssux_lock_implILb1EE7wr_waitEj.isra.0',
    '_ZN14ssux_lock_implILb1EE7wr_waitEj.cold+0x1f',
  ].map((name) => compiled.value.name(name).name);
  expect(new Set(names)).toEqual(new Set(['ssux_lock_impl<true>::wr_wait']));
  expect(compiled.value.name('_ZN14ssux_lock_implILb0EE7wr_waitEj').name).toBe('ssux_lock_impl<false>::wr_wait');
  expect(compiled.value.name('_ZThn168_N12Item_func_spD1Ev').name).toBe(
    'non-virtual thunk to Item_func_sp::~Item_func_sp',
  );
});
