import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rawRequest, sendAndHangUp, startTestServer } from '../../../server/server.testkit.ts';
import type { RawAnswer, TestServer } from '../../../server/server.testkit.ts';
import { entriesOf, listOf, objectOf, textOf } from '../json.ts';
import type { Json } from '../json.ts';
import { readText } from '../product.ts';
import type { Recorder } from '../record.ts';
import { shown } from '../record.ts';
import { checkProfileFacts } from './profile-facts.ts';
import { checkMentions } from './words.ts';

const UPLOADS = '/api/v1/profiles';

/** Kind `upload`: bodies of requests, sent as they are to a server in this process. */
export async function checkUploads(record: Recorder, expected: Json, folder: string): Promise<void> {
  const request = objectOf(expected['request'], 'request');
  const type = textOf(request['content_type'], 'content_type');
  const server = await startTestServer();
  try {
    for (const [file, facts] of entriesOf(expected['per_file'], 'per_file')) {
      const within = record.within(file);
      const body = readFileSync(join(folder, file));
      const answer = await rawRequest(server.port, {
        method: 'POST',
        path: UPLOADS,
        headers: { 'content-type': type },
        body,
      });
      await checkAnswer(within, objectOf(facts, file), answer, server);
      if (expected['after_each'] !== undefined)
        await checkAfter(within, objectOf(expected['after_each'], 'after_each'), server);
    }
    if (expected['aborted'] !== undefined)
      await checkAborted(record, objectOf(expected['aborted'], 'aborted'), type, folder, server);
  } finally {
    await server.close();
  }
}

async function checkAnswer(record: Recorder, facts: Json, answer: RawAnswer, server: TestServer): Promise<void> {
  const { status, body } = answer;
  const allowed = facts['status'] === undefined ? listOf(facts['status_one_of'], 'status_one_of') : [facts['status']];
  record.that(
    'status',
    allowed.includes(status),
    () => `expected ${shown(allowed)}, got ${status}: ${body.slice(0, 200)}`,
  );
  if (facts['must_mention'] !== undefined) checkMentions(record, 'must_mention', facts['must_mention'], body);
  if (status >= 300) return;
  const stored = objectOf(listOf(objectOf(JSON.parse(body), 'the answer')['profiles'], 'profiles')[0], 'a profile');
  const raw = await rawRequest(server.port, { path: `${UPLOADS}/${textOf(stored['id'], 'id')}/raw` });
  for (const [name, value] of Object.entries(facts)) {
    if (name === 'display_name')
      record.that(
        name,
        stored['fileName'] === value,
        () => `expected ${String(value)}, got ${shown(stored['fileName'])}`,
      );
    else if (name === 'never_served_as') {
      const type = String(raw.headers['content-type']);
      const isDownload = String(raw.headers['content-disposition']).startsWith('attachment');
      record.that(name, !type.startsWith(String(value)) && isDownload, () => type);
    } else if (name === 'nothing_written_outside_upload_dir') {
      const known = readdirSync(server.folder, { recursive: true }).map(String);
      record.that(name, !known.some((path) => path.includes('evil')), () => shown(known));
    }
  }
  const { total, stacks } = facts;
  const profileFacts = { ...(total === undefined ? {} : { total }), ...(stacks === undefined ? {} : { stacks }) };
  if (Object.keys(profileFacts).length > 0) checkProfileFacts(record, profileFacts, await readText(raw.body));
  // Equal bytes are one profile under the name that came first; the next body may hold the same ones.
  await rawRequest(server.port, { method: 'DELETE', path: `${UPLOADS}/${textOf(stored['id'], 'id')}` });
}

async function checkAfter(record: Recorder, facts: Json, server: TestServer): Promise<void> {
  for (const [name, value] of Object.entries(facts)) {
    if (name === 'server_answers_health_check') {
      const { status } = await rawRequest(server.port, { path: '/api/v1/healthz' });
      record.that(name, status === 200, () => `status ${status}`);
    } else if (name === 'temp_files_left_of_failed_uploads') await checkTemporary(record, name, value, server);
    else if (name === 'uncaught_exceptions')
      record.that(name, server.errors.length === value, () => shown(server.errors));
    else record.notYet(name, 'no check is written for this fact');
  }
}

/** Files are removed after the answer, so a little time is given. */
async function checkTemporary(record: Recorder, name: string, value: unknown, server: TestServer): Promise<void> {
  let left = await server.temporaryFiles();
  for (let tries = 0; tries < 100 && left.length !== value; tries++) {
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    left = await server.temporaryFiles();
  }
  record.that(name, left.length === value, () => shown(left));
}

/** The start of a good request, then the connection is dropped. */
async function checkAborted(
  record: Recorder,
  facts: Json,
  type: string,
  folder: string,
  server: TestServer,
): Promise<void> {
  const how = textOf(facts['how'], 'how');
  const file = readdirSync(folder).find((name) => how.includes(name));
  if (file === undefined) {
    record.notYet('aborted', 'no check is written for this way to stop');
    return;
  }
  const body = readFileSync(join(folder, file));
  const bytes = Number(/first (\d+) bytes/.exec(how)?.[1] ?? 60);
  const head = `POST ${UPLOADS} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`;
  await sendAndHangUp(server.port, Buffer.concat([Buffer.from(head), body.subarray(0, bytes)]));
  for (const [name, value] of entriesOf(facts['expect'], 'aborted.expect')) {
    if (name === 'temp_files_left') await checkTemporary(record, 'aborted.temp_files_left', value, server);
    else record.notYet(`aborted.${name}`, 'no check is written for this fact');
  }
}
