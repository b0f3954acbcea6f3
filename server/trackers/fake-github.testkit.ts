import { SELF, TOKEN, jsonOf, startFake } from './fake.testkit.ts';
import type { Fake, FakeComment, FakeTicket, Heard, Said } from './fake.testkit.ts';

const MAX_COMMENT = 65_536;
const ISSUE = '/api/v3/repos/MariaDB/server/issues';

/** As on a company's own server: the API below /api/v3. */
export function startGitHub(): Promise<Fake> {
  return startFake('github', 'MariaDB/server#7', answer, { projects: ['MariaDB/server'] });
}

function answer(heard: Heard, ticket: FakeTicket, origin: string): Said {
  const { method, url, headers } = heard;
  if (headers['user-agent'] === undefined) {
    return {
      status: 403,
      body: 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header',
    };
  }
  if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: 'Bad credentials' } };
  const [, id] = /\/comments\/(\d+)$/.exec(url.pathname) ?? [];
  if (method === 'GET' && url.pathname === '/api/v3/user') return { status: 200, body: { login: SELF, type: 'User' } };
  if (method === 'GET' && url.pathname === `${ISSUE}/7`) {
    return {
      status: 200,
      body: { number: 7, title: ticket.title, body: ticket.description, html_url: `${origin}/MariaDB/server/issues/7` },
    };
  }
  if (method === 'GET' && url.pathname === `${ISSUE}/7/comments`) {
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 30));
    const page = Number(url.searchParams.get('page') ?? 1);
    return { status: 200, body: ticket.comments.slice((page - 1) * size, page * size).map(commentOf) };
  }
  if (method === 'POST' && url.pathname === `${ISSUE}/7/comments`) {
    return withBody(heard, (body) => ({ status: 201, body: commentOf(ticket.addComment(SELF, body)) }));
  }
  if (method === 'PATCH' && id !== undefined && url.pathname === `${ISSUE}/comments/${id}`) {
    return withBody(heard, (body) => {
      const comment = ticket.comments.find((one) => one.id === id);
      if (comment === undefined) return { status: 404, body: { message: 'Not Found' } };
      comment.body = body;
      return { status: 200, body: commentOf(comment) };
    });
  }
  return { status: 404, body: { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' } };
}

function withBody(heard: Heard, action: (body: string) => Said): Said {
  const body = jsonOf(heard)?.get('body');
  const invalid = (message: string): Said => ({
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [{ resource: 'IssueComment', code: 'unprocessable', field: 'data', message }],
    },
  });
  if (typeof body !== 'string' || body.trim() === '') return invalid('Body can not be blank');
  if (body.length > MAX_COMMENT) return invalid('Body is too long (maximum is 65536 characters)');
  return action(body);
}

function commentOf({ id, author, body }: FakeComment): unknown {
  return { id: Number(id), body, user: { login: author, type: 'User' } };
}
