import { expect, test } from 'vitest';
import { TransferRate, leftInWords } from './transfer-rate.ts';

test('the speed is that of the last seconds', () => {
  const transfer = new TransferRate();
  transfer.mark(0, 0);
  expect(transfer.rate(1000)).toBeNull();
  transfer.mark(100, 1_000_000);
  expect(transfer.rate(2_000_000)).toBeNull();
  for (let time = 1000; time <= 20_000; time += 1000) transfer.mark(time, 1_000_000 + time);
  expect(transfer.rate(1_030_000)).toEqual({ bytesPerSecond: 1000, secondsLeft: 10 });
});

test('a transfer that stands still has no end', () => {
  const transfer = new TransferRate();
  for (const time of [0, 1000, 10_000]) transfer.mark(time, 5);
  expect(transfer.rate(10)).toBeNull();
});

test('time in words', () => {
  expect([0.2, 59, 75, 3600, 7260].map(leftInWords)).toEqual([
    '1 s left',
    '59 s left',
    '1 min 15 s left',
    '1 h 0 min left',
    '2 h 1 min left',
  ]);
});
