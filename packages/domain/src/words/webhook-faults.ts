import { markTexts } from '../language/translate.ts';

/** Why a webhook cannot post to an address. */
export const WEBHOOK_FAULTS = markTexts({
  'not-an-address': 'This is not an address such as https://receiver.example.com/waymark.',
  'not-https': 'The address must start with https://.',
  'has-credentials': 'The address must not contain a user or a password.',
  'not-public': 'The address leads into a private network, which this server does not allow.',
});
export type WebhookFault = keyof typeof WEBHOOK_FAULTS;
