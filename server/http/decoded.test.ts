import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Request } from 'express';
import { describe, expect, test } from 'vitest';
import { inflatedBody } from './decoded.ts';
import { Refusal } from './problem.ts';

/** All that `inflatedBody` needs of a request. */
function requestOf(body: Uint8Array): Request {
  return Readable.from([body]) as unknown as Request;
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

describe('an inflated body', () => {
  test('is what was compressed', async () => {
    expect(await textOf(inflatedBody(requestOf(gzipSync('main;a 1\n'))))).toBe('main;a 1\n');
  });

  test.each([
    ['no gzip at all', Buffer.from('main;a 1\n')],
    ['cut off', gzipSync('main;a 1\n').subarray(0, 15)],
  ])('damaged before anybody reads it (%s): the error waits for the reader', async (_what, bytes) => {
    const body = inflatedBody(requestOf(bytes));
    await new Promise((resolve) => body.on('close', resolve));
    await turn();
    const error = await textOf(body).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({ fault: { code: 'body-damaged' } });
  });
});
