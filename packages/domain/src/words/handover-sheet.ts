import type { AlertKind } from '../alert/alert-kind.ts';
import type { TextReader } from '../language/reader.ts';
import type {
  HandoverSheet,
  Listed,
  SheetAlert,
  SheetCommand,
  SheetDevice,
  SheetNote,
  SheetRun,
  SheetSilence,
  SheetStop,
} from '../shift/handover.ts';
import { writeUtcText } from '../time/zoned-text.ts';
import { formatQuantity } from '../units/quantity.ts';
import { ALERT_TITLES } from './alert-titles.ts';
import { describeReadinessFault } from './readiness-faults.ts';
import { STATUS_WORDS } from './run-status.ts';

// The sheet of a handover as tables of texts, for the screen, for paper and for CSV.

export interface SheetReader extends TextReader {
  /** The name of a command. */
  readonly nameCommand: (type: string) => string;
  /** The text of an alert in language and units of the reader. */
  readonly wordAlert: (alert: SheetAlert) => string;
}

export type SheetSectionName = 'alerts' | 'runs' | 'silences' | 'commands' | 'devices' | 'notes';

export interface SheetSection {
  readonly name: SheetSectionName;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** More than the rows: the sheet has no room for all. */
  readonly total: number;
  /** In place of a table without rows. */
  readonly empty: string;
}

const NONE = '–';

const joinWords = (words: readonly (string | null)[], between = ' · ') =>
  words.filter((word) => word !== null && word !== '').join(between) || NONE;

const timeOf = (text: string | null, { zone }: SheetReader) => (text === null ? NONE : writeUtcText(text, zone));

const nameUid = (uid: number | null, { t }: SheetReader) => (uid === null ? null : t('AGM {uid}', { uid }));

function writeAcknowledged({ acknowledged, assignedTo }: SheetAlert, reader: SheetReader): string {
  const { t } = reader;
  const by = acknowledged
    ? joinWords([`${acknowledged.name}, ${timeOf(acknowledged.at, reader)}`, acknowledged.note], ': ')
    : t('not acknowledged');
  return joinWords([by, assignedTo === null ? null : t('assigned to {name}', { name: assignedTo })]);
}

function writeAlert(alert: SheetAlert, reader: SheetReader): string[] {
  const { t } = reader;
  const { runName, pig, markerName, uid, endedAt } = alert;
  return [
    timeOf(alert.raisedAt, reader),
    t(ALERT_TITLES[alert.kind]),
    joinWords([pig, runName, markerName, nameUid(uid, reader)]),
    reader.wordAlert(alert),
    endedAt === null ? t('holds') : t('ended {time}', { time: timeOf(endedAt, reader) }),
    writeAcknowledged(alert, reader),
  ];
}

function writeHeard({ heard }: SheetRun, reader: SheetReader): string {
  const { t } = reader;
  if (!heard) return t('nothing since the launch');
  const place = `${heard.name}, ${timeOf(heard.at, reader)}`;
  return heard.isVerified ? place : t('{place}, not verified', { place });
}

function writeConfirmed({ confirmed }: SheetRun, reader: SheetReader): string {
  if (!confirmed) return NONE;
  const time = timeOf(confirmed.at, reader);
  return confirmed.name === null ? reader.t('set by hand, {time}', { time }) : `${confirmed.name}, ${time}`;
}

/** The expected time of the arrival. A time that is over is never given as one to come. */
function writeExpected({ due, expectedAt }: SheetStop, reader: SheetReader): string {
  const { t } = reader;
  if (expectedAt === null) return t('no estimate');
  const time = timeOf(expectedAt, reader);
  switch (due) {
    case 'ahead':
      return time;
    case 'doubtful':
      return t('{time}, unless it stopped', { time });
    case 'due':
      return t('due since {time}', { time });
    case 'overdue':
      return t('overdue, expected {time}', { time });
    case 'heard':
      return t('heard there, not verified');
    case 'silent':
      return t('silent, heard further on, not verified');
    case 'unwatched':
      return t('no AGM stands there, expected {time}', { time });
  }
}

function writeSpan(stop: SheetStop, reader: SheetReader): string {
  const { earliestAt, latestAt } = stop;
  if (earliestAt === null || latestAt === null) return NONE;
  return reader.t('{start} to {end}', { start: timeOf(earliestAt, reader), end: timeOf(latestAt, reader) });
}

function writeRun(run: SheetRun, reader: SheetReader): string[] {
  const { t } = reader;
  const { next } = run;
  return [
    run.pig,
    run.runName,
    t(STATUS_WORDS[run.status]),
    writeHeard(run, reader),
    writeConfirmed(run, reader),
    next ? (next.isEnd ? t('{name} (receive)', { name: next.name }) : next.name) : NONE,
    next ? writeExpected(next, reader) : NONE,
    next ? writeSpan(next, reader) : NONE,
    String(run.toVerify),
  ];
}

const nameKind = (kind: AlertKind | null, { t }: SheetReader) => (kind === null ? null : t(ALERT_TITLES[kind]));

function writeSilence(silence: SheetSilence, reader: SheetReader): string[] {
  const { pathName, markerName, uid, kind, reason, addedBy } = silence;
  const scope = [pathName, markerName, nameUid(uid, reader), nameKind(kind, reader)];
  return [
    timeOf(silence.until, reader),
    scope.every((part) => part === null) ? reader.t('All alerts of the company') : joinWords(scope),
    reason,
    addedBy,
  ];
}

const writeCommand = ({ queuedAt, uid, type, state, queuedBy }: SheetCommand, reader: SheetReader): string[] => [
  timeOf(queuedAt, reader),
  String(uid),
  reader.nameCommand(type),
  state === 'queued' ? reader.t('waits to be sent') : reader.t('sent, not answered'),
  queuedBy,
];

function writeDevice(device: SheetDevice, reader: SheetReader): string[] {
  const { t, units } = reader;
  const writeDistance = (metres: number) => formatQuantity('near', metres, units);
  return [
    String(device.uid),
    joinWords([device.pig, device.runName, device.markerName]),
    device.faults.map((fault) => describeReadinessFault(fault, device, t, writeDistance)).join(', '),
    timeOf(device.lastHeartbeatAt, reader),
  ];
}

function writeNote(note: SheetNote, reader: SheetReader): string[] {
  const { t } = reader;
  const about = [note.runName, nameUid(note.uid, reader)];
  const corrects = note.corrects === null ? null : t('corrects note {number}', { number: note.corrects });
  const files = note.files === 0 ? null : t('{count} file|{count} files', { count: note.files });
  return [
    timeOf(note.at, reader),
    t('Note {number}', { number: note.id }),
    note.by,
    note.text,
    joinWords([...about, corrects, files]),
  ];
}

interface Table {
  readonly title: string;
  readonly heads: readonly string[];
  readonly empty: string;
}

/** The title, the heads and the words for none of each section. */
function describeTables({ t }: SheetReader): Readonly<Record<SheetSectionName, Table>> {
  return {
    alerts: {
      title: t('Open alerts'),
      heads: [t('Raised'), t('Alert'), t('About'), t('Text'), t('Cause'), t('Acknowledged')],
      empty: t('No alert is open.'),
    },
    runs: {
      title: t('Active runs'),
      heads: [
        t('Pig'),
        t('Path'),
        t('State'),
        t('Last heard'),
        t('Last confirmed'),
        t('Next marker'),
        t('Expected'),
        t('Four of five arrivals'),
        t('To verify'),
      ],
      empty: t('No run is active.'),
    },
    silences: {
      title: t('Silences in force'),
      heads: [t('Until'), t('Scope'), t('Reason'), t('Added by')],
      empty: t('No silence is in force.'),
    },
    commands: {
      title: t('Commands under way'),
      heads: [t('Queued'), t('AGM'), t('Command'), t('State'), t('By')],
      empty: t('No command is under way.'),
    },
    devices: {
      title: t('AGMs in trouble'),
      heads: [t('AGM'), t('About'), t('Trouble'), t('Last heartbeat')],
      empty: t('No AGM of a path or an active run is in trouble.'),
    },
    notes: {
      title: t('Notes of the shift'),
      heads: [t('Time'), t('Note'), t('By'), t('Text'), t('About')],
      empty: t('No note was written.'),
    },
  };
}

export function listSheetSections(sheet: HandoverSheet, reader: SheetReader): readonly SheetSection[] {
  const tables = describeTables(reader);
  const section = <Row>(
    name: SheetSectionName,
    { rows, total }: Listed<Row>,
    write: (row: Row, reader: SheetReader) => string[],
  ): SheetSection => ({ name, ...tables[name], rows: rows.map((row) => write(row, reader)), total });
  return [
    section('alerts', sheet.alerts, writeAlert),
    section('runs', sheet.runs, writeRun),
    section('silences', sheet.silences, writeSilence),
    section('commands', sheet.commands, writeCommand),
    section('devices', sheet.devices, writeDevice),
    section('notes', sheet.notes, writeNote),
  ];
}
