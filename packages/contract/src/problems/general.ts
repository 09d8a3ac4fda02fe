import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

/** Problems of every call; a route lists only its own. */
export const generalProblems = defineProblems({
  'malformed-body': { status: 400, title: markText('The body is not valid JSON.') },
  'body-too-deep': { status: 400, title: markText('The body is nested too deeply.') },
  'validation-failed': { status: 400, title: markText('The request does not have the expected shape.') },
  unauthenticated: { status: 401, title: markText('Sign in first.') },
  'token-expired': { status: 401, title: markText('Your sign-in has expired.') },
  forbidden: { status: 403, title: markText('Your role does not allow this.') },
  'foreign-host': { status: 421, title: markText('This server does not serve that host.') },
  'foreign-origin': { status: 403, title: markText('This request came from another site.') },
  'not-found': { status: 404, title: markText('There is nothing at this address.') },
  'method-not-allowed': { status: 405, title: markText('This address does not take that method.') },
  'request-timeout': { status: 408, title: markText('The request took too long to arrive.') },
  conflict: { status: 409, title: markText('This conflicts with what is stored.') },
  'body-too-large': { status: 413, title: markText('The request is too large.') },
  'address-too-long': { status: 414, title: markText('The address is too long.') },
  'range-not-satisfiable': { status: 416, title: markText('The requested range is not in the file.') },
  'unsupported-media-type': { status: 415, title: markText('Send the body as application/json.') },
  'too-many-requests': { status: 429, title: markText('Too many requests. Wait a moment.') },
  'bad-request': { status: 400, title: markText('The request is not valid.') },
  'internal-error': { status: 500, title: markText('internal error') },
  'not-ready': { status: 503, title: markText('The server is not ready. Try again in a moment.') },
});

export const sharesProblems = defineProblems({
  'share-not-found': { status: 404, title: markText('This link does not lead to a run, or not any more.') },
  'share-password-needed': { status: 403, title: markText('This link needs a password.') },
  'share-password-wrong': { status: 403, title: markText('This password is wrong.') },
  'share-expiry-refused': { status: 400, title: markText('A link ends in the future, within 90 days.') },
  'too-many-shares': { status: 409, title: markText('A run has at most 20 links. Revoke one that is not used.') },
});

export const rejectionsProblems = defineProblems({
  'rejection-not-found': { status: 404, title: markText('There is no such rejected message.') },
});

export const outboxProblems = defineProblems({
  'message-not-found': { status: 404, title: markText('There is no such message.') },
  'message-not-dead': { status: 409, title: markText('This message is on its way or was sent.') },
});

export const groundProblems = defineProblems({
  'ground-not-found': { status: 404, title: markText('There is no such map file.') },
  'range-refused': { status: 416, title: markText('The range lies outside of the file, or is too long.') },
});
