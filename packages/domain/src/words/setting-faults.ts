import { inEnglish, markTexts, type Translate } from '../language/translate.ts';
import type { SilenceFault } from '../alert/silence.ts';

/** Why a webhook cannot post to an address. */
export const WEBHOOK_FAULTS = markTexts({
  'not-an-address': 'This is not an address such as https://receiver.example.com/waymark.',
  'not-https': 'The address must start with https://.',
  'has-credentials': 'The address must not contain a user or a password.',
  'not-public': 'The address leads into a private network, which this server does not allow.',
});
export type WebhookFault = keyof typeof WEBHOOK_FAULTS;

const FAULTS: Readonly<Record<SilenceFault, string>> = markTexts({
  'ends-before-it-begins': 'A silence ends after it begins.',
  'is-over': 'This silence would be over already.',
  'too-long': 'A silence lasts 30 days at most.',
  'too-far-ahead': 'A silence begins within a year.',
  'marker-without-path': 'A marker belongs to a path: choose the path too.',
});

export const describeSilenceFault = (fault: SilenceFault, t: Translate = inEnglish): string => t(FAULTS[fault]);
