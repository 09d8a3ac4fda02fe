import { t } from '#/language/t.ts';

export const TERMS: readonly string[] = [
  t(
    'Text messages are informational only: launches, passages and receipts of the pig runs that you follow, and alarms of their devices.',
  ),
  t('Message and data rates apply. How many come depends on the runs.'),
  t(
    'Reply STOP to a message to end them; only START from the same phone brings them back. Or change the setting here.',
  ),
];

interface PolicySection {
  readonly title: string;
  readonly text: string;
}

export const PRIVACY_POLICY: readonly PolicySection[] = [
  {
    title: t('What is kept'),
    text: t(
      'Your name, email address and role, and the phone number that you enter for text messages, with whether and when you have opted in or out.',
    ),
  },
  {
    title: t('What it is used for'),
    text: t(
      'The phone number is used for informational messages about pig runs and their devices, and for nothing else. There is no advertising.',
    ),
  },
  {
    title: t('Who sees it'),
    text: t(
      'The administrators of your company and the staff who run this service. The provider that delivers the messages gets the number and the text. Neither number nor consent is sold or passed on to others.',
    ),
  },
  {
    title: t('Push'),
    text: t(
      'Where you turn push on, the server keeps the address that the push service of the browser has given it. That service sees when a message comes and how long it is, not what it says.',
    ),
  },
  {
    title: t('How to end it'),
    text: t(
      'Take the opt-in back in the notification settings, or reply STOP to any message. An empty phone number deletes the one that is kept.',
    ),
  },
  {
    title: t('In this browser'),
    text: t('Which events you are notified of, and with which sounds, is kept in this browser and sent nowhere.'),
  },
];
