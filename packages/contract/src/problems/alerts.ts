import { defineProblems } from '../problem.ts';

export const alertsProblems = defineProblems({
  'alert-not-found': { status: 404, title: 'There is no such alert.' },
  'silence-not-found': { status: 404, title: 'There is no such silence.' },
  'silence-invalid': { status: 400, title: 'Alerts cannot be silenced like this.' },
});
