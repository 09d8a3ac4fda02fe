import { defineProblems } from '../problem.ts';

export const outboxProblems = defineProblems({
  'message-not-found': { status: 404, title: 'There is no such message.' },
  'message-not-dead': { status: 409, title: 'This message is on its way or was sent.' },
});
