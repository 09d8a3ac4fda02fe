import { writeZoneAt } from '@waymark/domain/time/zone';
import { writeLocal } from '@waymark/domain/time/zoned-text';
import { useZone } from './zones.ts';
import styles from './UtcClock.module.css';
import { useUtcNow } from './use-utc-now.ts';

interface UtcClockProps {
  /** Offset of the server's clock from this machine's, in ms. */
  readonly offsetMs: number;
}

/** The server's time in the zone of the reader, to the second; on a phone without the date. */
export function UtcClock({ offsetMs }: UtcClockProps) {
  const now = useUtcNow(offsetMs);
  const zone = useZone();
  const [date, time] = writeLocal(now, zone).split(' ');
  return (
    <time className={styles.clock} dateTime={new Date(now).toISOString()}>
      <span className={styles.date}>{date} </span>
      {time}
      <span className={styles.zone}>{writeZoneAt(now, zone)}</span>
    </time>
  );
}
