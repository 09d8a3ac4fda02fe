import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const alertsProblems = defineProblems({
  'answer-invalid': {
    status: 400,
    title: markText('This link has ended, or was made for an account that has changed. Sign in to see the alert.'),
  },
  'alert-not-found': { status: 404, title: markText('There is no such alert.') },
  'silence-not-found': { status: 404, title: markText('There is no such silence.') },
  'silence-invalid': { status: 400, title: markText('Alerts cannot be silenced like this.') },
  'roster-invalid': { status: 400, title: markText('The on-call roster cannot be saved like this.') },
  'override-invalid': { status: 400, title: markText('The override cannot be saved like this.') },
  'override-not-found': { status: 404, title: markText('There is no such override.') },
  'escalation-invalid': { status: 400, title: markText('The steps of escalation cannot be saved like this.') },
});
