import { defineProblems } from '../problem.ts';

export const alertsProblems = defineProblems({
  'alert-not-found': { status: 404, title: 'There is no such alert.' },
});
