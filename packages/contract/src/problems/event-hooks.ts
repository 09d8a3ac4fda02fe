import { markText } from '@waymark/domain/language/translate';
import { defineProblems } from '../problem.ts';

export const eventHooksProblems = defineProblems({
  'webhook-not-found': { status: 404, title: markText('There is no such webhook.') },
  'webhook-delivery-not-found': { status: 404, title: markText('There is no such delivery of this webhook.') },
  'webhook-delivery-waiting': { status: 409, title: markText('This delivery is still waiting to be sent.') },
  'webhook-disabled': { status: 409, title: markText('This webhook is disabled. Enable it first.') },
  'webhook-url-refused': { status: 400, title: markText('A webhook cannot post to this address.') },
  'too-many-webhooks': {
    status: 409,
    title: markText('A company has at most 20 webhooks. Delete one that is not used.'),
  },
});
