import { formatUtcSecond, parseTypedUtc } from '@waymark/domain/time/utc';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { parseTypedTime } from '@waymark/domain/time/zoned-entry';
import { writeLocal, writeTime } from '@waymark/domain/time/zoned-text';
import { describeTimeEntryFault } from '@waymark/domain/words/time-entry';
import { useState } from 'react';
import { t } from '#/language/t.ts';
import { UtcField, type UtcFieldProps } from '../field/UtcField.tsx';
import { useDeviceZone, useZone } from './zones.ts';

export interface ZonedFieldProps extends UtcFieldProps {
  /** The zone of the line, or the device, to which the time belongs. */
  readonly line?: Zone | null | undefined;
  readonly uid?: number | undefined;
  /** Completes a day to its start or end; undefined: a day alone is no time. */
  readonly dayEdge?: 'start' | 'end';
}

const DAY = /^\d{4}-?\d{2}-?\d{2}$/;
const REST = { start: ' 00:00:00', end: ' 23:59:59' } as const;
/** The owner of the field, which reads UTC, must not read an unfinished local time. */
const UNREAD = ' local';
const WHOLE = /\d{4}-?\d{2}-?\d{2} ?\d{2}:?\d{2}:?\d{2}/;

/** The local text of a UTC text; with the offset where clocks show it twice. */
function writeEntry(value: string, zone: Zone): string {
  const at = parseTypedUtc(value);
  if (!at.ok) return value.endsWith(UNREAD) ? value.slice(0, -UNREAD.length) : value;
  const local = writeLocal(at.value, zone);
  return parseTypedTime(local, zone).ok ? local : writeTime(at.value, zone);
}

/** A time in the zone of the reader. Its value is a UTC text, as that of a UtcField. */
export function ZonedField({ line, uid, dayEdge, ...field }: ZonedFieldProps) {
  const ofLine = useZone(line);
  const ofDevice = useDeviceZone(uid);
  const zone = uid === undefined ? ofLine : ofDevice;
  return zone === UTC ? <UtcField {...field} /> : <LocalField {...field} zone={zone} dayEdge={dayEdge} />;
}

interface LocalFieldProps extends UtcFieldProps {
  readonly zone: Zone;
  readonly dayEdge: 'start' | 'end' | undefined;
}

function LocalField({ zone, dayEdge, value = '', label, error, onChange, ...field }: LocalFieldProps) {
  const [entry, setEntry] = useState({ typed: '', sent: '' });
  const typed = entry.sent === value && value !== '' ? entry.typed : writeEntry(value, zone);
  const read = (text: string) =>
    parseTypedTime(dayEdge && DAY.test(text.trim()) ? `${text.trim()}${REST[dayEdge]}` : text, zone);
  const change = (text: string) => {
    const at = read(text);
    const sent = text.trim() === '' ? '' : at.ok ? formatUtcSecond(at.value) : `${text}${UNREAD}`;
    setEntry({ typed: text, sent });
    onChange(sent);
  };
  const found = WHOLE.test(typed) ? read(typed) : null;
  const fault =
    found && !found.ok && found.failure.code !== 'not-a-date' ? describeTimeEntryFault(found.failure, t) : null;
  return (
    <UtcField
      {...field}
      label={label.includes('(UTC)') ? label.replace('UTC', zone) : `${label} (${zone})`}
      isMasked={false}
      value={typed}
      error={fault ?? error}
      onChange={change}
    />
  );
}
