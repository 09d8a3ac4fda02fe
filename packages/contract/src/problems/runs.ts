import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const runsProblems = defineProblems({
  'path-not-found': { status: 404, title: markText('There is no such pig path.') },
  'path-invalid': { status: 400, title: markText('The path cannot be saved like this.') },
  'path-changed': { status: 409, title: markText('Somebody else has saved this path meanwhile.') },
  'path-in-use': { status: 409, title: markText('There is an active run on this path.') },
  'pig-in-use': { status: 409, title: markText('This pig is on its way already.') },
  'tool-not-found': { status: 404, title: markText('There is no such tool.') },
  'tool-type-not-found': { status: 404, title: markText('There is no such type of tools.') },
  'run-not-found': { status: 404, title: markText('There is no such pig run.') },
  'run-invalid': { status: 400, title: markText('The run cannot be saved like this.') },
  'run-refused': { status: 409, title: markText('Unable to update Pig Run') },
  'run-not-completed': { status: 409, title: markText('This run is not completed.') },
  'run-completed': { status: 409, title: markText('This run is completed.') },
  'run-changed': { status: 409, title: markText('Somebody else has changed this run meanwhile.') },
});
