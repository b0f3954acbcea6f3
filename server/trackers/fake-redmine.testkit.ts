import { FILE_LIMIT, SELF, TOKEN, jsonOf, startFake } from './fake.testkit.ts';
import type { Fake, FakeComment, FakeFile, FakeTicket, Heard, Said } from './fake.testkit.ts';

/** As Redmine 5.0.4 was seen to answer; `npm run redmine` asks the real one. */
const IDS = new Map([
  [SELF, 1],
  ['somebody', 8],
]);

export function startRedmine(): Promise<Fake> {
  // Files that were sent and are part of no issue yet, by token.
  const sent = new Map<string, FakeFile>();
  return startFake('redmine', '12', (heard, ticket) => answer(heard, ticket, sent));
}

function answer(heard: Heard, ticket: FakeTicket, sent: Map<string, FakeFile>): Said {
  const { method, url, headers, body } = heard;
  const [, id = ''] = /\/(\d+)(?:\.json)?$/.exec(url.pathname) ?? [];
  const { pathname } = url;
  // Attachments of public projects are open to everybody, as in a browser.
  if (method === 'GET' && pathname === `/attachments/download/${id}`) {
    const file = ticket.files.find((one) => one.id === id);
    return file === undefined
      ? { status: 404, body: '' }
      : { status: 200, headers: { 'content-type': file.type }, body: file.bytes };
  }
  if (headers['x-redmine-api-key'] !== TOKEN)
    return { status: 401, headers: { 'www-authenticate': 'Basic realm="Redmine API"' }, body: '' };
  switch (`${method} ${pathname.replace(id === '12' ? /$^/ : /\d+(?=\.json$)/, 'N')}`) {
    case 'GET /users/current.json':
      return { status: 200, body: { user: { id: IDS.get(SELF), login: SELF } } };
    case 'GET /issues/12.json':
      return issueAnswer(url, ticket);
    case 'POST /uploads.json': {
      if (headers['content-type'] !== 'application/octet-stream') return { status: 406, body: '' };
      const name = url.searchParams.get('filename') ?? '';
      if (body.length > FILE_LIMIT) {
        return {
          status: 422,
          body: { errors: ['This file cannot be uploaded because it exceeds the maximum allowed file size (2 MB)'] },
        };
      }
      const file = { id: ticket.id(), name, type: '', bytes: body };
      const token = `${file.id}.0123456789abcdef`;
      sent.set(token, file);
      return { status: 201, body: { upload: { id: Number(file.id), token } } };
    }
    case 'PUT /issues/12.json':
      return updated(jsonOf(heard)?.get('issue'), ticket, sent);
    case 'PUT /journals/N.json': {
      const journal = ticket.comments.find((one) => one.id === id);
      if (journal === undefined) return { status: 404, body: '' };
      const notes = fieldsOf(jsonOf(heard)?.get('journal')).get('notes');
      if (typeof notes === 'string') journal.body = notes;
      return { status: 204 };
    }
    case 'DELETE /attachments/N.json': {
      const at = ticket.files.findIndex((one) => one.id === id);
      if (at < 0) return { status: 404, body: '' };
      ticket.files.splice(at, 1);
      return { status: 204 };
    }
    default:
      return { status: 404, body: '' };
  }
}

function issueAnswer(url: URL, ticket: FakeTicket): Said {
  const wanted = (url.searchParams.get('include') ?? '').split(',');
  const attachments = ticket.files.map(({ id, name, type, bytes }) => ({
    id: Number(id),
    filename: name,
    filesize: bytes.length,
    content_type: type,
    // By the host name of its settings, where nothing need listen.
    content_url: `http://localhost:3000/attachments/download/${id}/${name}`,
  }));
  const journals = ticket.comments.map(journalOf);
  return {
    status: 200,
    body: {
      issue: {
        id: 12,
        subject: ticket.title,
        description: ticket.description,
        ...(wanted.includes('attachments') ? { attachments } : {}),
        ...(wanted.includes('journals') ? { journals } : {}),
      },
    },
  };
}

/** Notes and files of one request come together, or not at all. */
function updated(issue: unknown, ticket: FakeTicket, sent: Map<string, FakeFile>): Said {
  const fields = fieldsOf(issue);
  const notes = fields.get('notes');
  if (typeof notes === 'string' && notes.length > 65_535)
    return { status: 422, body: { errors: ['Notes is too long (maximum is 65535 characters)'] } };
  for (const upload of (fields.get('uploads') ?? []) as { token: string; filename: string; content_type: string }[]) {
    const file = sent.get(upload.token);
    if (file === undefined) continue;
    sent.delete(upload.token);
    ticket.files.push({ ...file, name: upload.filename, type: upload.content_type });
  }
  if (typeof notes === 'string' && notes !== '') ticket.addComment(SELF, notes);
  return { status: 204 };
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function journalOf({ id, author, body }: FakeComment): unknown {
  return { id: Number(id), user: { id: IDS.get(author) ?? 9, name: author }, notes: body, details: [] };
}
