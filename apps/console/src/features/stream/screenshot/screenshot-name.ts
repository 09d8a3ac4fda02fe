import { formatUtcSecond } from '@waymark/domain/time/utc';

/** "100234_2026-03-17_23-25-34.png" */
export function nameScreenshot(uid: number, now: number): string {
  return `${uid}_${formatUtcSecond(now).replace(' ', '_').replaceAll(':', '-')}.png`;
}
