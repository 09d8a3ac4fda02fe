import { writeUtcText } from '@waymark/domain/time/zoned-text';
import type { Zone } from '@waymark/domain/time/zone';
import { t } from '#/language/t.ts';
import type { CalendarFeed } from './calendar.data.ts';

/** The lines of a feed below its name. */
export function describeFeed({ kind, madeBy, createdAt, lastReadAt }: CalendarFeed, zone: Zone): readonly string[] {
  const names = { name: madeBy, time: writeUtcText(createdAt, zone) };
  return [
    kind === 'company'
      ? t('All active runs of the company, made by {name}, {time}', names)
      : t('Runs that you see, made {time}', names),
    lastReadAt === null
      ? t('Never read')
      : t('Last read in the hour of {time}', { time: writeUtcText(lastReadAt, zone) }),
  ];
}
