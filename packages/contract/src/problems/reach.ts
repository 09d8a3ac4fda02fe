import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const reachProblems = defineProblems({
  'push-address-refused': { status: 400, title: markText('The server does not send pushes to this address.') },
  'push-key-refused': { status: 400, title: markText('This browser gave no valid key for push.') },
  'too-many-browsers': {
    status: 409,
    title: markText('Push is on in 10 of your browsers. Turn it off in one that you do not use.'),
  },
  'browser-not-found': { status: 404, title: markText('Push is off in this browser already.') },
  'not-reachable': { status: 409, title: markText('You cannot be reached in this way yet.') },
  'test-too-soon': { status: 429, title: markText('A test was sent a moment ago. Wait half a minute.') },
});
