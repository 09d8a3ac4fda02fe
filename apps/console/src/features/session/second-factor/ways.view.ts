import { parseUtc } from '@waymark/domain/time/utc';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';

function toMinute(instant: string, zone: Zone): string {
  const at = parseUtc(instant);
  return at.ok ? writeTime(at.value, zone, 'minute') : instant;
}

export const describeAdded = (instant: string, zone: Zone): string =>
  t('Added {time}', { time: toMinute(instant, zone) });

export const describeUse = (instant: string | null, zone: Zone): string =>
  instant === null ? t('Never used') : t('Last used {time}', { time: toMinute(instant, zone) });
