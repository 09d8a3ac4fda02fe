import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const groundProblems = defineProblems({
  'ground-not-found': { status: 404, title: markText('There is no such map file.') },
  'range-refused': { status: 416, title: markText('The range lies outside of the file, or is too long.') },
});
