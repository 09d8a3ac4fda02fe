import { formatUtcSecond } from '@waymark/domain/time/utc';
import styles from './UtcClock.module.css';
import { useUtcNow } from './use-utc-now.ts';

interface UtcClockProps {
  /** Offset of the server's clock from this machine's, in ms. */
  readonly offsetMs: number;
}

/** The server's time to the second; on a phone without the date. */
export function UtcClock({ offsetMs }: UtcClockProps) {
  const [date, time] = formatUtcSecond(useUtcNow(offsetMs)).split(' ');
  return (
    <time className={styles.clock} dateTime={`${date}T${time}Z`}>
      <span className={styles.date}>{date} </span>
      {time}
      <span className={styles.zone}>UTC</span>
    </time>
  );
}
