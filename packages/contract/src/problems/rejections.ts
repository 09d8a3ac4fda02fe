import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const rejectionsProblems = defineProblems({
  'rejection-not-found': { status: 404, title: markText('There is no such rejected message.') },
});
