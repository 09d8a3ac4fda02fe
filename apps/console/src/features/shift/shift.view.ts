import { definitionOf, findCommandType } from '@waymark/commands/commands';
import {
  MOST_SHIFT_FILE_BYTES,
  MOST_SHIFT_FILES,
  SHIFT_KINDS,
  type ShiftKind,
} from '@waymark/contract/shift/shift-entry';
import type { Zone } from '@waymark/domain/time/zone';
import { writeTimeText, writeUtcText } from '@waymark/domain/time/zoned-text';
import type { UnitSystem } from '@waymark/domain/units/system';
import { ALERT_TITLES } from '@waymark/domain/words/alert-titles';
import type { SheetReader } from '@waymark/domain/words/handover-sheet';
import { wordsOf } from '#/features/alerts/alert.view.ts';
import { ACTIONS } from '#/features/audit/audit-words.ts';
import { sayServerText, t } from '#/language/t.ts';
import { checkMoment, readMoment } from '#/ui/clock/moment.ts';
import type { LogFilter, ShiftEntry } from './shift.data.ts';

export const KIND_LABELS: Readonly<Record<ShiftKind, string>> = {
  note: t('Note'),
  launch: t('Launch or end'),
  passage: t('Passage'),
  alert: t('Alert'),
  command: t('Command'),
  silence: t('Silence'),
  handover: t('Handover'),
};

export const KIND_CHOICES = SHIFT_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }));

const nameCommand = (type: string): string => {
  const known = findCommandType(type);
  return known ? t(definitionOf(known).label) : type;
};

/** Actions of the shift log that the audit trail does not have. */
const OUTCOMES: Readonly<Record<string, string>> = {
  'command-rejected': t('Command rejected'),
  'command-expired': t('Command expired'),
};

/** "Note 12", "Run launched" */
export const nameEntry = ({ action, noteId }: ShiftEntry): string =>
  action === null ? t('Note {number}', { number: noteId ?? 0 }) : (ACTIONS[action] ?? OUTCOMES[action] ?? action);

/**
 * The words of an alert are in the language and the units of the reader. In English are those that an older version has
 * stored, and those of a deleted run.
 */
export function textOf({ kind, text, alertWords }: ShiftEntry, units: UnitSystem): string {
  if (alertWords) return wordsOf(alertWords, units);
  return kind === 'command' || kind === 'alert' ? sayServerText(text) : text;
}

export const nameAuthor = ({ author }: ShiftEntry): string => author?.name ?? t('Automatic');

/** "AGM 04 at 2026-03-18 05:20:41.300 UTC, verified" */
function describePassage(passage: ShiftEntry['passages'][number], zone: Zone): string {
  const { markerName, uid, at, isVerified } = passage;
  const place = markerName ?? t('no marker');
  const time = zone === 'UTC' ? writeUtcText(at, zone) : writeTimeText(at, zone);
  const words = isVerified
    ? t('{place}, {time}, verified', { place, time })
    : t('{place}, {time}, not verified', { place, time });
  return uid === null ? words : `${words} · ${t('AGM {uid}', { uid })}`;
}

function describeCommand({ command, devices }: ShiftEntry): string | null {
  if (command === null) return null;
  const name = command.split(', ').map(nameCommand).join(', ');
  return devices === null
    ? name
    : t('{command} to {count} AGM|{command} to {count} AGMs', { command: name, count: devices });
}

function describeSpan({ span }: ShiftEntry, zone: Zone): string | null {
  if (!span) return null;
  return t('{start} to {end}', { start: writeUtcText(span.from, zone), end: writeUtcText(span.until, zone) });
}

/** The lines of an entry beside its text. */
export function listDetails(entry: ShiftEntry, zone: Zone): readonly string[] {
  const { alertKind, kind, markerName, passages } = entry;
  const lines = [
    alertKind === null ? null : t(ALERT_TITLES[alertKind]),
    kind === 'passage' ? null : markerName,
    describeCommand(entry),
    describeSpan(entry, zone),
    ...passages.map((passage) => describePassage(passage, zone)),
  ];
  return lines.filter((line) => line !== null);
}

/** "CLN-16-02, North line" */
export const nameRun = ({ runId, runName, pig }: ShiftEntry): string | null =>
  [pig, runName].filter((part) => part !== null && part !== '').join(', ') ||
  (runId === null ? null : t('Run {number}', { number: runId }));

export interface FilterForm {
  readonly kind: string | null;
  readonly search: string;
  readonly author: string;
  readonly runId: string;
  readonly uid: string;
  readonly from: string;
  readonly to: string;
}

export const EMPTY_FORM: FilterForm = { kind: null, search: '', author: '', runId: '', uid: '', from: '', to: '' };

export const checkNumber = (text: string) => (/^\s*([1-9]\d{0,13})?\s*$/.test(text) ? null : t('This is no number'));

export const FORM_CHECKS = { runId: checkNumber, uid: checkNumber, from: checkMoment, to: checkMoment };

const readText = (text: string) => (text.trim() === '' ? undefined : text.trim());
const readNumber = (text: string) => (text.trim() === '' ? undefined : Number(text));

export function readForm(form: FilterForm): LogFilter {
  return {
    kind: SHIFT_KINDS.find((kind) => kind === form.kind),
    search: readText(form.search),
    author: readText(form.author),
    runId: readNumber(form.runId),
    uid: readNumber(form.uid),
    startDate: readMoment(form.from, 'start') ?? undefined,
    endDate: readMoment(form.to, 'end') ?? undefined,
  };
}

export const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/** "482 KB" */
export function writeBytes(bytes: number): string {
  return bytes < 1_000_000
    ? t('{number} KB', { number: Math.max(1, Math.round(bytes / 1000)) })
    : t('{number} MB', { number: (bytes / 1_000_000).toFixed(1) });
}

/** Adds files to those of a note; the words say which are left out. */
export function joinFiles(
  held: readonly File[],
  added: readonly File[],
): { readonly files: readonly File[]; readonly fault: string | null } {
  const large = added.filter(({ size }) => size > MOST_SHIFT_FILE_BYTES);
  const fitting = [...held, ...added.filter(({ size }) => size <= MOST_SHIFT_FILE_BYTES)];
  const [first] = large;
  if (first)
    return { files: fitting.slice(0, MOST_SHIFT_FILES), fault: t('{name} is larger than 5 MB.', { name: first.name }) };
  const fault = fitting.length > MOST_SHIFT_FILES ? t('A note has at most five files.') : null;
  return { files: fitting.slice(0, MOST_SHIFT_FILES), fault };
}

export const sheetReader = (zone: Zone, units: UnitSystem): SheetReader => ({
  t,
  zone,
  units,
  nameCommand,
  wordAlert: (alert) => wordsOf({ words: alert.words, translations: alert.translations }, units),
});
