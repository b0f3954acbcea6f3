import { FILE_LIMIT, SELF, TOKEN, jsonOf, startFake } from './fake.testkit.ts';
import type { Fake, FakeTicket, Heard, Said } from './fake.testkit.ts';

const MAX_COMMENT = 65_535;

export function startBugzilla(): Promise<Fake> {
  return startFake('bugzilla', '35', answer);
}

/** Errors have a number beside the status. */
function error(status: number, code: number, message: string): Said {
  return { status, body: { error: true, code, message, documentation: 'https://bugzilla.readthedocs.org/' } };
}

function answer(heard: Heard, ticket: FakeTicket): Said {
  const { method, url, headers } = heard;
  if (headers['x-bugzilla-api-key'] !== TOKEN) {
    return error(400, 306, 'The API key you specified is invalid. Please check that you typed it correctly.');
  }
  const json = method === 'GET' ? new Map<string, unknown>() : jsonOf(heard);
  if (json === null) return error(415, 32_700, 'Content-Type must be application/json');
  const [, id = ''] = /^\/rest\/bug\/attachment\/(\d+)$/.exec(url.pathname) ?? [];
  switch (`${method} ${id === '' ? url.pathname : '/rest/bug/attachment/N'}`) {
    case 'GET /rest/whoami':
      return { status: 200, body: { id: 3, name: SELF, real_name: 'Firebreak' } };
    case 'GET /rest/bug/35':
      return { status: 200, body: { bugs: [{ id: 35, summary: ticket.title }], faults: [] } };
    case 'GET /rest/bug/35/comment': {
      const first = { id: 1, bug_id: 35, text: ticket.description, creator: 'reporter@example.com' };
      const others = ticket.comments.map(({ id: number, author, body }) => ({
        id: Number(number),
        bug_id: 35,
        text: body,
        creator: author,
      }));
      return { status: 200, body: { bugs: { 35: { comments: [first, ...others] } }, comments: {} } };
    }
    case 'POST /rest/bug/35/comment': {
      const text = json.get('comment');
      if (typeof text !== 'string' || text === '') return error(400, 50, 'You must specify a comment.');
      if (text.length > MAX_COMMENT) return error(400, 114, 'Comments cannot be longer than 65535 characters.');
      return { status: 201, body: { id: Number(ticket.addComment(SELF, text).id) } };
    }
    case 'GET /rest/bug/35/attachment':
      return {
        status: 200,
        body: {
          bugs: {
            35: ticket.files.map((file) => ({
              id: Number(file.id),
              file_name: file.name,
              size: file.bytes.length,
              content_type: file.type,
              is_obsolete: file.obsolete === true ? 1 : 0,
              ...(url.searchParams.get('exclude_fields') === 'data' ? {} : { data: file.bytes.toString('base64') }),
            })),
          },
          attachments: {},
        },
      };
    case 'GET /rest/bug/attachment/N': {
      const file = ticket.files.find((one) => one.id === id);
      if (file === undefined) return error(404, 100, `There is no attachment with the id ${id}.`);
      return { status: 200, body: { attachments: { [id]: { data: file.bytes.toString('base64') } }, bugs: {} } };
    }
    case 'POST /rest/bug/35/attachment':
      return attached(json, ticket);
    case 'PUT /rest/bug/attachment/N': {
      const file = ticket.files.find((one) => one.id === id);
      if (file === undefined) return error(404, 100, `There is no attachment with the id ${id}.`);
      file.obsolete = json.get('is_obsolete') === true;
      return { status: 200, body: { attachments: [{ id: Number(id), changes: {} }] } };
    }
    default:
      return error(404, 101, 'Bug #999 does not exist.');
  }
}

function attached(json: ReadonlyMap<string, unknown>, ticket: FakeTicket): Said {
  const [data, name, summary, type] = ['data', 'file_name', 'summary', 'content_type'].map((field) => json.get(field));
  if (typeof data !== 'string' || typeof name !== 'string')
    return error(400, 603, 'You did not specify a file to attach.');
  if (typeof summary !== 'string' || summary === '')
    return error(400, 604, 'You must specify a description for the attachment.');
  if (typeof type !== 'string' || !/^[a-z]+\/[\w.+-]+$/.test(type))
    return error(400, 601, 'The content type is not valid.');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0) return error(400, 606, 'The file you are trying to attach is empty');
  if (bytes.length > FILE_LIMIT)
    return error(400, 600, `The file you are trying to attach is too large (limit ${FILE_LIMIT}).`);
  return { status: 201, body: { ids: [ticket.addFile(name, bytes, type).id] } };
}
