import { defineProblems } from '../problem.ts';

export const usersProblems = defineProblems({
  'phone-invalid': { status: 400, title: 'Alerts by text message need a phone number of at most 50 digits.' },
});
