/** What a call that receives files may meet. */
export const FORM_PROBLEMS = [
  'form-incomplete',
  'file-missing',
  'field-unexpected',
  'upload-too-large',
  'request-too-large',
  'content-encoding-unsupported',
  'body-damaged',
] as const;

/** What any call may meet. */
export const ANY_PROBLEMS = [
  'request-malformed',
  'request-too-large',
  'token-missing',
  'token-refused',
  'token-scope',
  'token-project',
  'cross-origin',
  'host-not-allowed',
  'requests-too-many',
  'server-error',
] as const;

/** What a call may meet that has work done by a worker. */
export const WORK_PROBLEMS = ['uploads-too-many', 'workers-busy', 'time-limit'] as const;
