import type { Zone } from '@waymark/domain/time/zone';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import type { PushSupport } from './push-browser.ts';
import type { Browser, LastMessage, Reach } from './reach.data.ts';

// The words for the ways to reach a user.

/** The outcome of the last message to an address. */
export function describeLast(last: LastMessage, zone: Zone): string {
  if (!last) return t('No message yet.');
  const time = writeUtcText(last.at, zone);
  const reason = last.error ?? '';
  if (last.state === 'sent') return t('Last message sent {time}.', { time });
  if (last.state === 'failed') return t('Last message failed, {time}: {reason}', { time, reason });
  return reason === ''
    ? t('A message waits since {time}.', { time })
    : t('A message waits since {time} and is tried again: {reason}', { time, reason });
}

/** Why no message can be sent in this way; null: it can. */
export function explainEmail({ isSetUp }: Reach['email']): string | null {
  return isSetUp ? null : t('This server has no mail server: mails wait.');
}

export function explainSms({ isSetUp, isOptedIn, phone }: Reach['sms']): string | null {
  if (!isSetUp) return t('This server sends no text messages.');
  if (phone === '') return t('No phone number. Enter one under Text messages.');
  return isOptedIn ? null : t('Not opted in. Opt in under Text messages.');
}

const SUPPORT: Readonly<Record<Exclude<PushSupport, 'usable'>, string>> = {
  insecure: t('Push needs HTTPS: this page is open without it.'),
  unsupported: t(
    'This browser has no push here. On an iPhone or iPad, add Waymark to the home screen and open it from there.',
  ),
  denied: t('Notifications of this site are blocked in the settings of this browser.'),
};

export const explainPush = (support: PushSupport): string | null => (support === 'usable' ? null : SUPPORT[support]);

/** The browser that was removed, unless push is on here again. */
export function describeLost({ push: { lost } }: Reach, zone: Zone): string | null {
  if (!lost) return null;
  return t('{browser} was removed {time}: its push service no longer knows it. Turn push on there again.', {
    browser: lost.name,
    time: writeUtcText(lost.at, zone),
  });
}

export const listOthers = ({ push: { browsers } }: Reach, own: Browser | null): readonly Browser[] =>
  browsers.filter(({ id }) => id !== own?.id);
