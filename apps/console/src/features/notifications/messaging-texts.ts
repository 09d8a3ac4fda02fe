export const TERMS: readonly string[] = [
  'Text messages are informational only: launches, passages and receipts of the pig runs that you follow, and alarms of their devices.',
  'Message and data rates apply. How many come depends on the runs.',
  'Reply STOP to a message to end them; only START from the same phone brings them back. Or change the setting here.',
];

interface PolicySection {
  readonly title: string;
  readonly text: string;
}

export const PRIVACY_POLICY: readonly PolicySection[] = [
  {
    title: 'What is kept',
    text: 'Your name, email address and role, and the phone number that you enter for text messages, with whether and when you have opted in or out.',
  },
  {
    title: 'What it is used for',
    text: 'The phone number is used for informational messages about pig runs and their devices, and for nothing else. There is no advertising.',
  },
  {
    title: 'Who sees it',
    text: 'The administrators of your company and the staff who run this service. The provider that delivers the messages gets the number and the text. Neither number nor consent is sold or passed on to others.',
  },
  {
    title: 'How to end it',
    text: 'Take the opt-in back in the notification settings, or reply STOP to any message. An empty phone number deletes the one that is kept.',
  },
  {
    title: 'In this browser',
    text: 'Which events you are notified of, and with which sounds, is kept in this browser and sent nowhere.',
  },
];
