import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const commandsProblems = defineProblems({
  'command-not-found': {
    status: 404,
    title: markText('There is no such command in the queue. The device may have accepted it meanwhile.'),
  },
  'command-unknown': { status: 400, title: markText('There is no command of this type.') },
  'command-parameters': { status: 400, title: markText('The parameters of this command are not valid.') },
  'command-not-for-device': { status: 409, title: markText('This device does not take this command.') },
  'command-expired': { status: 400, title: markText('The command would have expired already.') },
  'broadcast-invalid': { status: 400, title: markText('This broadcast cannot be sent.') },
});
