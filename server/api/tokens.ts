import {
  newTokenAnswer,
  rotateBody,
  sessionAnswer,
  sessionBody,
  tokenAnswer,
  tokenBody,
  tokenList,
} from '../auth/contract.ts';
import { idParams } from '../contract.ts';
import { calls } from './declare.ts';

/** Who may use a server that the network reaches (docs/api.md, "Tokens"). */
export const TOKENS = calls('Tokens', {
  listTokens: {
    method: 'get',
    path: '/tokens',
    summary: 'All tokens, without their secrets',
    needs: ['admin'],
    answers: { 200: { description: 'The tokens, newest first', json: tokenList } },
    problems: [],
  },
  createToken: {
    method: 'post',
    path: '/tokens',
    summary: 'Make a token',
    needs: ['admin'],
    body: { json: tokenBody },
    answers: { 201: { description: 'The token with its secret, which is shown this once', json: newTokenAnswer } },
    problems: ['token-project'],
  },
  readToken: {
    method: 'get',
    path: '/tokens/:id',
    summary: 'One token, without its secret',
    needs: ['admin'],
    params: idParams,
    answers: { 200: { description: 'The token', json: tokenAnswer } },
    problems: ['not-found'],
  },
  rotateToken: {
    method: 'post',
    path: '/tokens/:id/rotate',
    summary: 'Give a token a new secret; the old one stays good for a while',
    needs: ['admin'],
    params: idParams,
    body: { json: rotateBody },
    answers: { 200: { description: 'The token with its new secret, which is shown this once', json: newTokenAnswer } },
    problems: ['not-found'],
  },
  revokeToken: {
    method: 'delete',
    path: '/tokens/:id',
    summary: 'End a token and the sessions that were opened with it',
    needs: ['admin'],
    params: idParams,
    answers: { 204: { description: 'It is no longer good' } },
    problems: ['not-found'],
  },
});

const cookie = { 'Set-Cookie': 'the session: HttpOnly, SameSite=Strict, Secure over https' };

/** Signing in with a browser. */
export const SESSION = calls('Session', {
  readSession: {
    method: 'get',
    path: '/session',
    summary: 'Who is asking',
    needs: [],
    answers: { 200: { description: 'What the token or the session may do', json: sessionAnswer } },
    problems: [],
  },
  signIn: {
    method: 'post',
    path: '/session',
    summary: 'Sign in with a token',
    needs: 'nobody',
    body: { json: sessionBody },
    answers: { 200: { description: 'Signed in', json: sessionAnswer, headers: cookie } },
    problems: ['token-refused', 'token-scope', 'sign-ins-too-many'],
  },
  signOut: {
    method: 'delete',
    path: '/session',
    summary: 'Sign out',
    needs: 'nobody',
    answers: { 204: { description: 'Signed out, or never signed in', headers: cookie } },
    problems: [],
  },
});
