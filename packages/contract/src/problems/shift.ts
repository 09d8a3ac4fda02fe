import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const shiftProblems = defineProblems({
  'note-not-found': { status: 404, title: markText('There is no such note.') },
  'shift-file-not-found': { status: 404, title: markText('There is no such file.') },
  'shift-file-refused': {
    status: 400,
    title: markText('The file is no picture, PDF or text, or is larger than 5 MB.'),
  },
  'shift-files-full': {
    status: 409,
    title: markText('Too many files wait for a note. Add the note, or try again tomorrow.'),
  },
  'handover-not-found': { status: 404, title: markText('There is no such handover.') },
  'handover-outdated': {
    status: 409,
    title: markText('The sheet is older than 30 minutes, or was taken again. Take it again and read it.'),
  },
  'handover-accepted': { status: 409, title: markText('Another user has accepted this handover.') },
  'handover-remark-missing': {
    status: 409,
    title: markText('You signed this handover. Say in a remark why you accept it yourself.'),
  },
});
