import { parseUtc } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeCell, writeTime, writeTimeText, type TimeForm } from '@waymark/domain/time/zoned-text';
import { useDeviceZone, useZone } from './zones.ts';

interface TimeProps {
  /** UTC milliseconds, or a UTC text of the wire. */
  readonly of: number | string;
  /** The zone of the line to which the time belongs. */
  readonly line?: Zone | null | undefined;
  /** The device to which the time belongs. */
  readonly uid?: number | null | undefined;
  readonly form?: TimeForm;
  /** false: the heading or the label says UTC. */
  readonly saysUtc?: boolean;
  readonly className?: string | undefined;
}

const toMs = (of: number | string): number | null => {
  if (typeof of === 'number') return of;
  const at = parseUtc(of);
  return at.ok ? at.value : null;
};

/** A time in the zone of the reader. Under the pointer or the finger it names the others (other-times.ts). */
export function Time({ of, line, uid, form, saysUtc = false, className }: TimeProps) {
  const ofLine = useZone(line);
  const ofDevice = useDeviceZone(uid);
  const zone = uid === undefined ? ofLine : ofDevice;
  const at = toMs(of);
  if (at === null) return of;
  const text =
    typeof of === 'string' && form === undefined
      ? `${writeTimeText(of, zone)}${saysUtc && zone === UTC ? ' UTC' : ''}`
      : (saysUtc ? writeTime : writeCell)(at, zone, form);
  return (
    <time
      className={className ?? 'tabular'}
      dateTime={new Date(at).toISOString()}
      data-line={line ?? undefined}
      data-uid={uid ?? undefined}
    >
      {text}
    </time>
  );
}

const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/;

/** A text of a table or a list: written as a time if it is a UTC time. */
export function TextOrTime({ text, ...of }: Pick<TimeProps, 'line' | 'uid' | 'saysUtc'> & { readonly text: string }) {
  return INSTANT.test(text) ? <Time of={text} {...of} /> : text;
}
