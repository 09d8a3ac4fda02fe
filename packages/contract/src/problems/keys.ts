import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const keysProblems = defineProblems({
  'key-not-open': { status: 403, title: markText('API keys may not do this.') },
  'key-scope-missing': { status: 403, title: markText('This API key does not have the scope for this.') },
  'key-address-refused': { status: 403, title: markText('This API key may not be used from this address.') },
  'key-command-refused': {
    status: 403,
    title: markText('API keys may not send this command: it switches the AGM off, deletes recordings or resets it.'),
  },
  'key-not-found': { status: 404, title: markText('There is no such API key.') },
  'key-expiry-past': { status: 400, title: markText('The expiry of an API key must be in the future.') },
  'too-many-keys': { status: 409, title: markText('A company has at most 100 API keys. Revoke one that is not used.') },
  'wallboard-not-found': { status: 404, title: markText('There is no such wallboard.') },
  'too-many-wallboards': {
    status: 409,
    title: markText('A company has at most 100 wallboards. Revoke one that is not used.'),
  },
});
