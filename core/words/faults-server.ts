import { sizeInWords } from './numbers.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Faults of requests to the server and of starting it. */
export const SERVER_WORDS: Vocabulary = {
  'form-incomplete': ({ facts }) => ({
    sentence: `the multipart form is incomplete or malformed: ${String(facts['what'])}`,
    advice: 'Nothing was stored. Send the request again; check that its Content-Length and boundary match the body.',
  }),
  'rules-changed': () => ({
    sentence: 'somebody else has changed the rules of the project since they were read',
    advice: 'Read them again, and make your change on top of theirs.',
  }),
  'request-malformed': ({ facts }) => ({
    sentence: `the request is not as it should be: ${facts['where'] === '' ? '' : `"${String(facts['where'])}": `}${String(facts['what'])}`,
  }),
  'file-missing': ({ facts }) => ({
    sentence: `the form holds no file in the field "${String(facts['field'])}"`,
    advice: 'Send each profile as a part with that name and with a file name.',
  }),
  'field-unexpected': ({ facts }) => ({
    sentence: `the form holds a file in the field "${String(facts['field'])}"; files go into ${String(facts['expected'])}`,
  }),
  'upload-too-large': ({ facts }) => ({
    sentence: `the upload is larger than ${sizeInWords(Number(facts['maximum']))}`,
    advice: 'Compress it with gzip, or merge equal stacks before uploading.',
  }),
  'request-too-large': ({ facts }) => ({
    sentence: `the request holds too many or too long ${String(facts['what'])}`,
  }),
  'not-found': ({ facts }) => ({
    sentence: `there is no ${String(facts['what'])} here${facts['id'] === undefined ? '' : ` with the id ${String(facts['id'])}`}`,
  }),
  'method-not-allowed': ({ facts }) => ({
    sentence: `${String(facts['method'])} is not possible here; ${String(facts['allowed'])} is`,
  }),
  'body-damaged': ({ facts }) => ({
    sentence: `the gzip data of the body is damaged or incomplete: ${String(facts['what'])}`,
    advice: 'Compress it again, or send it without Content-Encoding.',
  }),
  'content-encoding-unsupported': ({ seen }) => ({
    sentence: `the body is encoded as ${seen ?? 'something unknown'}; gzip can be read, or no encoding`,
  }),
  'content-type-unsupported': ({ seen, facts }) => ({
    sentence: `this is asked for as ${listed(facts['expected'], 'or')}, not as ${seen ?? 'a body without a type'}`,
  }),
  'host-not-allowed': ({ seen }) => ({
    sentence: `the request is for the host "${seen ?? ''}", and this server only answers to names of this machine`,
    advice: 'Use http://127.0.0.1 or http://localhost with the port.',
  }),
  'cross-origin': ({ seen }) => ({ sentence: `the request comes from a page of ${seen ?? 'another origin'}` }),
  'profile-unknown': ({ facts }) => ({
    sentence: `no profile is stored under ${Array.isArray(facts['ids']) ? facts['ids'].join(', ') : String(facts['ids'])}`,
    advice: 'Upload it first, or give other ids.',
  }),
  'heads-differ': ({ facts }) => ({
    sentence: `the profiles of head do not belong to one ${String(facts['what'])}`,
    advice: 'Ask for a verdict about each of them.',
  }),
  'selection-empty': ({ facts }) => ({
    sentence: `no profile is stored with ${String(facts['selector'])}`,
    advice: 'Upload one with these labels, or ask for others.',
  }),
  'job-interrupted': () => ({
    sentence: 'the server stopped while it worked on this',
    advice: 'Ask for it again.',
  }),
  'archive-malformed': ({ facts }) => ({
    sentence: `the archive cannot be read: ${String(facts['what'])}`,
    advice: 'What came before that place is imported; a whole archive goes on from there.',
  }),
  'bytes-lost': ({ facts }) => ({
    sentence: `the bytes of ${String(facts['what'])} ${String(facts['id'])} are gone from the data folder`,
    advice: 'Upload the same file again: it heals the entry.',
  }),
  'requests-too-many': () => ({
    sentence: 'too many requests came from this address within a minute',
    advice: 'Wait for the time that Retry-After gives.',
  }),
  'uploads-too-many': () => ({
    sentence: 'too many uploads came from this address within a minute',
    advice: 'Wait for the time that Retry-After gives.',
  }),
  'page-not-built': () => ({
    sentence: 'the page is not built yet; the API under /api/v1 works',
    advice: 'Run npm run build in the checkout, then load the page again.',
  }),
  'workers-busy': () => ({
    sentence: 'the server is reading as many files as it can, and more are waiting already',
    advice: 'Try again after the time that Retry-After gives.',
  }),
  'memory-limit': () => ({
    sentence: 'reading and comparing needed more memory than the server allows',
    advice: 'Cut the recording, or merge equal stacks before uploading.',
  }),
  'server-error': () => ({
    sentence: 'the server met a fault of its own',
    advice: 'The log holds it under the id of this request.',
  }),
  'port-in-use': ({ facts }) => ({
    sentence: `port ${String(facts['port'])} of ${String(facts['host'])} is in use`,
    advice: 'Choose another one with --port, or 0 for any that is free.',
  }),
  'host-unusable': ({ facts }) => ({
    sentence: `the server cannot listen on ${String(facts['host'])}: ${String(facts['what'])}`,
  }),
  'host-needs-token': ({ facts }) => ({
    sentence: `${String(facts['host'])} can be reached from the network, and there is no access token yet`,
    advice:
      'Make one with "firebreak token create --name first --scope admin" on the same data folder, and start again. Or leave --host out to listen on 127.0.0.1 alone.',
  }),
  'token-missing': () => ({
    sentence: 'this server answers only to those who show a token',
    advice: 'Send it as "Authorization: Bearer fb_…", or sign in at /sign-in.',
  }),
  'token-refused': () => ({
    sentence: 'the token or the session is not known here, or not any more',
    advice: 'It may have expired, or have been replaced or removed. Ask for another one, or sign in again.',
  }),
  'token-scope': ({ facts }) => ({
    sentence: `this needs the scope ${listed(facts['needed'], 'or')}, and the token has ${listed(facts['has'], 'and')}`,
  }),
  'token-project': ({ facts }) => ({
    sentence: `the token is for the project ${String(facts['project'])} alone, not for ${String(facts['what'])}`,
  }),
  'sign-ins-too-many': () => ({
    sentence: 'too many attempts to sign in have failed from this address',
    advice: 'Wait for the time that Retry-After gives.',
  }),
  'data-folder-in-use': ({ facts }) => ({
    sentence: `another server uses the data folder ${String(facts['folder'])}`,
    advice: 'Stop it, or name another folder in FIREBREAK_DATA.',
  }),
  'data-folder-other-version': ({ facts }) => ({
    sentence: `a server of another version is running on the data folder ${String(facts['folder'])}`,
    advice: 'Start it again with this version first.',
  }),
  'data-folder-unusable': ({ facts }) => ({
    sentence: `the data folder ${String(facts['folder'])} cannot be used: ${String(facts['what'])}`,
    advice: 'Name a folder that can be written in FIREBREAK_DATA.',
  }),
};

function listed(names: unknown, word: 'and' | 'or'): string {
  return Array.isArray(names) ? names.join(` ${word} `) : String(names);
}
