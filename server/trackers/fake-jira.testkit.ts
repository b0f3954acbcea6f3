import { EMAIL, FILE_LIMIT, SELF, TOKEN, formOf, jsonOf, startFake } from './fake.testkit.ts';
import type { Fake, FakeComment, FakeFile, FakeTicket, Heard, Said } from './fake.testkit.ts';

/** Jira's pages are larger; small ones make a client ask for the next. */
const PAGE = 2;
const MAX_COMMENT = 32_767;

const notFound: Said = {
  status: 404,
  body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} },
};

export function startJira(flavour: 'cloud' | 'dc'): Promise<Fake> {
  const answers = (heard: Heard, ticket: FakeTicket, origin: string) => answer(flavour, heard, ticket, origin);
  return flavour === 'cloud'
    ? startFake('jira-cloud', 'MDEV-34515', answers, { email: EMAIL, projects: ['MDEV'] })
    : startFake('jira-dc', 'MDEV-34515', answers, { projects: ['MDEV'] });
}

function answer(flavour: 'cloud' | 'dc', heard: Heard, ticket: FakeTicket, origin: string): Said {
  const { method, url, headers } = heard;
  const basic = `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}`;
  if (headers.authorization !== (flavour === 'cloud' ? basic : `Bearer ${TOKEN}`)) {
    return { status: 401, body: 'Client must be authenticated to access this resource.' };
  }
  const [, secure] = /^\/secure\/attachment\/(\d+)\/[^/]+$/.exec(url.pathname) ?? [];
  if (flavour === 'dc' && secure !== undefined) return fileAnswer(ticket, secure);
  const api = flavour === 'cloud' ? '/rest/api/3' : '/rest/api/2';
  if (!url.pathname.startsWith(`${api}/`)) return { status: 404, body: '<html>not here</html>' };
  const path = url.pathname.slice(api.length);
  const general = path.replace('MDEV-34515', 'KEY');
  const call = `${method} ${general.replace(/\d+(?=\/|$)/g, 'N')}`;
  const [id = ''] = /\d+(?=\/properties|$)/.exec(general) ?? [];
  const author = accountOf(flavour, SELF);
  switch (call) {
    case 'GET /myself':
      return { status: 200, body: author };
    case 'GET /issue/KEY':
      return issueAnswer(flavour, url, ticket, origin);
    case 'GET /issue/KEY/comment': {
      const start = Number(url.searchParams.get('startAt') ?? 0);
      const most = Math.min(PAGE, Number(url.searchParams.get('maxResults') ?? PAGE));
      const comments = ticket.comments.slice(start, start + most).map((one) => commentOf(flavour, one));
      return { status: 200, body: { startAt: start, maxResults: most, total: ticket.comments.length, comments } };
    }
    case 'POST /issue/KEY/comment':
      return withComment(flavour, heard, (body, properties) => {
        const comment = ticket.addComment(SELF, body);
        for (const [key, value] of properties) comment.properties.set(key, value);
        return { status: 201, body: commentOf(flavour, comment) };
      });
    case 'PUT /issue/KEY/comment/N':
      return withComment(flavour, heard, (body, properties) => {
        const comment = ticket.comments.find((one) => one.id === id);
        if (comment === undefined)
          return { status: 404, body: { errorMessages: ['Can not find a comment'], errors: {} } };
        comment.body = body;
        for (const [key, value] of properties) comment.properties.set(key, value);
        return { status: 200, body: commentOf(flavour, comment) };
      });
    case 'GET /comment/N/properties/firebreak': {
      const value = ticket.comments.find((one) => one.id === id)?.properties.get('firebreak');
      return value === undefined ? notFound : { status: 200, body: { key: 'firebreak', value } };
    }
    case 'GET /attachment/meta':
      return { status: 200, body: { enabled: true, uploadLimit: FILE_LIMIT } };
    case 'POST /issue/KEY/attachments':
      return attached(heard, ticket, origin);
    case 'GET /attachment/N': {
      const file = ticket.files.find((one) => one.id === id);
      return file === undefined ? notFound : { status: 200, body: attachmentOf(file, origin) };
    }
    case 'GET /attachment/content/N':
      if (flavour === 'dc') return { status: 404, body: '' };
      if (url.searchParams.get('redirect') === 'false') return fileAnswer(ticket, id);
      return { status: 303, headers: { location: `https://api.media.example.com/file/${id}?token=x` } };
    case 'DELETE /attachment/N': {
      const at = ticket.files.findIndex((one) => one.id === id);
      if (at < 0) return notFound;
      ticket.files.splice(at, 1);
      return { status: 204 };
    }
    default:
      return path.startsWith('/issue/') ? notFound : { status: 405, body: '' };
  }
}

function issueAnswer(flavour: 'cloud' | 'dc', url: URL, ticket: FakeTicket, origin: string): Said {
  const wanted = new Set((url.searchParams.get('fields') ?? '').split(','));
  const all = {
    summary: ticket.title,
    description: flavour === 'cloud' ? documentOf(ticket.description) : ticket.description,
    attachment: ticket.files.map((file) => attachmentOf(file, origin)),
  };
  const fields = Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
  return { status: 200, body: { id: '1', key: 'MDEV-34515', fields } };
}

function withComment(
  flavour: 'cloud' | 'dc',
  heard: Heard,
  action: (body: unknown, properties: readonly (readonly [string, unknown])[]) => Said,
): Said {
  const json = jsonOf(heard);
  if (json === null) return { status: 415, body: '' };
  const body = json.get('body');
  const invalid = (comment: string): Said => ({ status: 400, body: { errorMessages: [], errors: { comment } } });
  if (flavour === 'cloud' && !isDocument(body)) return invalid('Comment body is not valid!');
  if (flavour === 'dc' && typeof body !== 'string') return invalid('Comment body can not be empty!');
  if (JSON.stringify(body).length > MAX_COMMENT * 2 || (typeof body === 'string' && body.length > MAX_COMMENT)) {
    return invalid('The entered text is too long. It exceeds the allowed limit of 32,767 characters.');
  }
  const properties = (json.get('properties') ?? []) as { key: string; value: unknown }[];
  return action(
    body,
    properties.map(({ key, value }) => [key, value] as const),
  );
}

function attached(heard: Heard, ticket: FakeTicket, origin: string): Said {
  if (heard.headers['x-atlassian-token'] !== 'no-check') return { status: 403, body: 'XSRF check failed' };
  const parts = formOf(heard);
  if (parts === null) return { status: 415, body: '' };
  if (parts.length === 0 || parts.some(({ name, fileName }) => name !== 'file' || fileName === '')) {
    return { status: 400, body: { errorMessages: ['No file in the field "file"'], errors: {} } };
  }
  const large = parts.find(({ bytes }) => bytes.length > FILE_LIMIT);
  if (large)
    return {
      status: 413,
      body: { errorMessages: [`The file ${large.fileName} exceeds its maximum permitted size`], errors: {} },
    };
  const made = parts.map(({ fileName, type, bytes }) => ticket.addFile(fileName, bytes, type));
  return { status: 200, body: made.map((file) => attachmentOf(file, origin)) };
}

function fileAnswer(ticket: FakeTicket, id: string): Said {
  const file = ticket.files.find((one) => one.id === id);
  return file === undefined ? notFound : { status: 200, headers: { 'content-type': file.type }, body: file.bytes };
}

function attachmentOf({ id, name, type, bytes }: FakeFile, origin: string): unknown {
  const content = `${origin}/secure/attachment/${id}/${encodeURIComponent(name)}`;
  return { id, filename: name, size: bytes.length, mimeType: type, content };
}

function commentOf(flavour: 'cloud' | 'dc', { id, author, body }: FakeComment): unknown {
  return {
    id,
    author: accountOf(flavour, author),
    body: flavour === 'cloud' && typeof body === 'string' ? documentOf(body) : body,
  };
}

function accountOf(flavour: 'cloud' | 'dc', name: string): unknown {
  return flavour === 'cloud' ? { accountId: `5b:${name}`, displayName: name } : { name, key: `JIRAUSER-${name}` };
}

function documentOf(text: string): unknown {
  return { version: 1, type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}

function isDocument(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const fields = new Map<string, unknown>(Object.entries(body));
  return fields.get('type') === 'doc' && fields.get('version') === 1 && Array.isArray(fields.get('content'));
}
