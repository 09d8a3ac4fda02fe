import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const outboxProblems = defineProblems({
  'message-not-found': { status: 404, title: markText('There is no such message.') },
  'message-not-dead': { status: 409, title: markText('This message is on its way or was sent.') },
});
