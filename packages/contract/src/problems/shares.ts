import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const sharesProblems = defineProblems({
  'share-not-found': { status: 404, title: markText('This link does not lead to a run, or not any more.') },
  'share-password-needed': { status: 403, title: markText('This link needs a password.') },
  'share-password-wrong': { status: 403, title: markText('This password is wrong.') },
  'share-expiry-refused': { status: 400, title: markText('A link ends in the future, within 90 days.') },
  'too-many-shares': { status: 409, title: markText('A run has at most 20 links. Revoke one that is not used.') },
});
