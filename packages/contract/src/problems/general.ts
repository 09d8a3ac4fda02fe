import { defineProblems } from '../problem.ts';

/** Problems of every call; a route lists only its own. */
export const generalProblems = defineProblems({
  'malformed-body': { status: 400, title: 'The body is not valid JSON.' },
  'body-too-deep': { status: 400, title: 'The body is nested too deeply.' },
  'validation-failed': { status: 400, title: 'The request does not have the expected shape.' },
  unauthenticated: { status: 401, title: 'Sign in first.' },
  'token-expired': { status: 401, title: 'Your sign-in has expired.' },
  forbidden: { status: 403, title: 'Your role does not allow this.' },
  'foreign-host': { status: 421, title: 'This server does not serve that host.' },
  'foreign-origin': { status: 403, title: 'This request came from another site.' },
  'not-found': { status: 404, title: 'There is nothing at this address.' },
  'method-not-allowed': { status: 405, title: 'This address does not take that method.' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive.' },
  conflict: { status: 409, title: 'This conflicts with what is stored.' },
  'body-too-large': { status: 413, title: 'The request is too large.' },
  'address-too-long': { status: 414, title: 'The address is too long.' },
  'range-not-satisfiable': { status: 416, title: 'The requested range is not in the file.' },
  'unsupported-media-type': { status: 415, title: 'Send the body as application/json.' },
  'too-many-requests': { status: 429, title: 'Too many requests. Wait a moment.' },
  'bad-request': { status: 400, title: 'The request is not valid.' },
  'internal-error': { status: 500, title: 'internal error' },
  'not-ready': { status: 503, title: 'The server is not ready. Try again in a moment.' },
});
