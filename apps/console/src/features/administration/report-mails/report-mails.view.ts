import {
  MAIL_CONTENTS,
  MAIL_INTERVALS,
  type MailContent,
  type MailInterval,
} from '@waymark/domain/report/mail-schedule';
import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import type { MailPerson, ReportMail, SentMail } from './report-mails.data.ts';

export const CONTENT_LABELS: Readonly<Record<MailContent, string>> = {
  finished: t('Runs completed since the last mail'),
  active: t('State of the active runs'),
};
export const INTERVAL_LABELS: Readonly<Record<MailInterval, string>> = { day: t('Daily'), week: t('Weekly') };

/** Monday first. */
export const WEEKDAY_LABELS = [
  t('Monday'),
  t('Tuesday'),
  t('Wednesday'),
  t('Thursday'),
  t('Friday'),
  t('Saturday'),
  t('Sunday'),
] as const;

export const parseContent = (text: string): MailContent => MAIL_CONTENTS.find((each) => each === text) ?? 'finished';
export const parseInterval = (text: string): MailInterval => MAIL_INTERVALS.find((each) => each === text) ?? 'day';

const writeHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
export const HOURS = Array.from({ length: 24 }, (_none, hour) => ({ value: String(hour), label: writeHour(hour) }));

export const beginMail = (mail: ReportMail | null, timeZone: Zone): SentMail =>
  mail
    ? {
        id: mail.id,
        content: mail.content,
        every: mail.every,
        weekday: mail.weekday,
        hour: mail.hour,
        timeZone: mail.timeZone,
        isOn: mail.isOn,
        userIds: mail.userIds,
      }
    : { id: null, content: 'finished', every: 'day', weekday: 0, hour: 6, timeZone, isOn: true, userIds: [] };

/** Only admins see completed runs. */
export const listEligible = (people: readonly MailPerson[], content: MailContent): readonly MailPerson[] =>
  content === 'finished' ? people.filter(({ isAdmin }) => isAdmin) : people;

/** "Daily at 06:00, America/Chicago" */
export function describeSchedule({ every, weekday, hour, timeZone }: ReportMail): string {
  const names = { hour: writeHour(hour), zone: timeZone };
  return every === 'day'
    ? t('Daily at {hour}, {zone}', names)
    : t('Weekly on {day} at {hour}, {zone}', { ...names, day: WEEKDAY_LABELS[weekday] ?? '' });
}

export const describeNextMail = ({ nextAt }: ReportMail, zone: Zone): string =>
  nextAt === null ? t('Switched off') : t('Next {time}', { time: writeUtcText(nextAt, zone) });

export function describeRecipients({ userIds }: ReportMail, people: readonly MailPerson[]): string {
  const names = people.filter(({ userId }) => userIds.includes(userId)).map(({ name }) => name);
  return names.length === 0 ? t('No recipient: it is sent to no one.') : names.join(', ');
}

/** The outcome of the last mail; null: none was sent yet. */
export function describeLast({ last }: ReportMail, zone: Zone): string | null {
  if (!last) return null;
  const { sent, waiting, dead, runs } = last;
  const parts = [
    t('{count} sent|{count} sent', { count: sent }),
    ...(waiting > 0 ? [t('{count} waiting|{count} waiting', { count: waiting })] : []),
    ...(dead > 0 ? [t('{count} not delivered|{count} not delivered', { count: dead })] : []),
  ];
  return t('Last {time}: {result}, {runs}', {
    time: writeUtcText(last.at, zone),
    result: parts.join(', '),
    runs: t('{count} run|{count} runs', { count: runs }),
  });
}
