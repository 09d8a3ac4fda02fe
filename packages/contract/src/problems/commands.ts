import { defineProblems } from '../problem.ts';

export const commandsProblems = defineProblems({
  'command-not-found': {
    status: 404,
    title: 'There is no such command in the queue. The device may have accepted it meanwhile.',
  },
  'command-unknown': { status: 400, title: 'There is no command of this type.' },
  'command-parameters': { status: 400, title: 'The parameters of this command are not valid.' },
  'command-not-for-device': { status: 409, title: 'This device does not take this command.' },
  'command-expired': { status: 400, title: 'The command would have expired already.' },
  'broadcast-invalid': { status: 400, title: 'This broadcast cannot be sent.' },
});
