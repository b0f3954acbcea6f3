import { createHash } from 'node:crypto';
import { FILE_LIMIT, SELF, TOKEN, formOf, jsonOf, startFake } from './fake.testkit.ts';
import type { Fake, FakeComment, FakeTicket, Heard, Said } from './fake.testkit.ts';

/** A project is named by its path as one part of the address, or not found. */
const PROJECT = '/api/v4/projects/db%2Fserver';
const IDS = new Map([
  [SELF, 7],
  ['somebody', 8],
]);

export function startGitLab(): Promise<Fake> {
  return startFake('gitlab', 'db/server!12', answer, { projects: ['db/server'] });
}

function answer(heard: Heard, ticket: FakeTicket, origin: string): Said {
  const { method, url, headers } = heard;
  const { pathname } = url;
  if (headers['private-token'] !== TOKEN) return { status: 401, body: { message: '401 Unauthorized' } };
  if (method === 'GET' && pathname === '/api/v4/user')
    return { status: 200, body: { id: IDS.get(SELF), username: SELF } };
  if (!pathname.startsWith(`${PROJECT}/`)) return { status: 404, body: { message: '404 Project Not Found' } };
  const path = pathname.slice(PROJECT.length);
  const [, id] = /^\/merge_requests\/12\/notes\/(\d+)$/.exec(path) ?? [];
  if (method === 'GET' && path === '/merge_requests/12') {
    const web_url = `${origin}/db/server/-/merge_requests/12`;
    return { status: 200, body: { iid: 12, title: ticket.title, description: ticket.description, web_url } };
  }
  if (method === 'GET' && path === '/merge_requests/12/notes') {
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 20));
    const page = Number(url.searchParams.get('page') ?? 1);
    return { status: 200, body: ticket.comments.slice((page - 1) * size, page * size).map(noteOf) };
  }
  if (method === 'POST' && path === '/merge_requests/12/notes') {
    return withBody(heard, (body) => ({ status: 201, body: noteOf(ticket.addComment(SELF, body)) }));
  }
  if (method === 'PUT' && id !== undefined) {
    return withBody(heard, (body) => {
      const note = ticket.comments.find((one) => one.id === id);
      if (note === undefined) return { status: 404, body: { message: '404 Not found' } };
      note.body = body;
      return { status: 200, body: noteOf(note) };
    });
  }
  if (method === 'POST' && path === '/uploads') return uploaded(heard, ticket);
  const [, secret = '', name = ''] = /^\/uploads\/([0-9a-f]{32})\/([^/]+)$/.exec(path) ?? [];
  if (method === 'GET' && secret !== '') {
    const file = ticket.files.find((one) => secretOf(one.id) === secret && one.name === decodeURIComponent(name));
    if (file) return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: file.bytes };
  }
  return { status: 404, body: { message: '404 Not found' } };
}

function uploaded(heard: Heard, ticket: FakeTicket): Said {
  const [file, ...more] = formOf(heard) ?? [];
  if (file === undefined || file.name !== 'file' || more.length > 0)
    return { status: 400, body: { error: 'file is invalid' } };
  if (file.bytes.length > FILE_LIMIT) return { status: 413, body: { error: 'Payload Too Large' } };
  const { id, name } = ticket.addFile(file.fileName, file.bytes, file.type);
  const url = uploadPath(id, name);
  return {
    status: 201,
    body: { id: Number(id), alt: name, url, full_path: `/-/project/3${url}`, markdown: `[${name}](${url})` },
  };
}

function withBody(heard: Heard, action: (body: string) => Said): Said {
  const body = jsonOf(heard)?.get('body');
  if (typeof body !== 'string' || body === '') return { status: 400, body: { error: 'body is missing' } };
  if (body.length > 1_000_000)
    return { status: 400, body: { message: { note: ['is too long (maximum is 1000000 characters)'] } } };
  return action(body);
}

function noteOf({ id, author, body }: FakeComment): unknown {
  return { id: Number(id), body, system: false, author: { id: IDS.get(author) ?? 9, username: author } };
}

function secretOf(id: string): string {
  return createHash('md5').update(id).digest('hex');
}

export function uploadPath(id: string, name: string): string {
  return `/uploads/${secretOf(id)}/${encodeURIComponent(name)}`;
}
