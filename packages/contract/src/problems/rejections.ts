import { defineProblems } from '../problem.ts';

export const rejectionsProblems = defineProblems({
  'rejection-not-found': { status: 404, title: 'There is no such rejected message.' },
});
