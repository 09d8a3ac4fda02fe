import { SHIFT_KINDS, type ShiftEntry, type ShiftKind } from '@waymark/contract/shift/shift-entry';
import { ALERT_KINDS } from '@waymark/domain/alert/alert-kind';
import type { CauseWords } from '@waymark/domain/alert/cause-words';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { z } from 'zod';

// Lines of the audit trail as entries of the shift log. The trail has rows of older versions too: a value that is
// missing or has another form is left out.

/** The steps of work that a shift is about, by kind of entry. */
const ACTIONS = {
  launch: ['run-launched', 'run-ended', 'run-reopened', 'run-cancelled'],
  passage: [
    'run-passage-added',
    'run-passage-verified',
    'run-passage-unverified',
    'run-passage-moved',
    'run-passage-removed',
    'run-passage-deleted',
    'run-passage-time-changed',
  ],
  alert: [
    'alert-raised',
    'alert-raised-again',
    'alert-acknowledged',
    'alert-assigned',
    'alert-commented',
    'alert-escalated',
    'alert-escalation-failed',
    'alert-ended',
    'alert-closed',
  ],
  command: ['command-queued', 'command-deleted', 'broadcast-sent'],
  silence: ['silence-added', 'silence-ended'],
  handover: ['handover-signed', 'handover-accepted'],
} as const satisfies Readonly<Record<Exclude<ShiftKind, 'note'>, readonly string[]>>;

const KIND_OF = new Map<string, ShiftKind>(
  Object.entries(ACTIONS).flatMap(([kind, actions]) =>
    actions.map((action) => [action, SHIFT_KINDS.find((known) => known === kind) ?? 'alert'] as const),
  ),
);

/** The actions of one kind, or of all. */
export const listActions = (kind: ShiftKind | undefined): readonly string[] =>
  kind === 'note' ? [] : kind === undefined ? [...KIND_OF.keys()] : ACTIONS[kind];

export interface AuditLine {
  readonly id: number;
  readonly at: Date;
  readonly user_id: number | null;
  readonly user_name: string;
  readonly group_id: number | null;
  readonly action: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly before: unknown;
  readonly after: unknown;
}

const text = z.string().catch('');
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().catch(null);

const passage = z.object({
  markerName: maybe(z.string()),
  uid: maybe(z.number()),
  passageTimeStamp: z.string().length(23),
  isVerified: z.boolean(),
});

/** The name of a run's path, as the audit trail spells it. */
const AUDITED_NAME = 'pigRunName';

const values = z.object({
  [AUDITED_NAME]: maybe(z.string()),
  pig: maybe(z.string()),
  runId: maybe(z.number()),
  stepId: maybe(z.number()),
  uid: maybe(z.number()),
  markerName: maybe(z.string()),
  pathName: maybe(z.string()),
  kind: maybe(z.enum(ALERT_KINDS)),
  cause: text,
  text,
  reason: text,
  type: maybe(z.string()),
  codes: z.array(z.string()).catch([]),
  devices: maybe(z.number()),
  from: maybe(z.string().length(19)),
  until: maybe(z.string().length(19)),
  passages: z.array(z.unknown()).catch([]),
});

/** The values of a line after the change, completed by those before it. */
const readValues = ({ before, after }: Pick<AuditLine, 'before' | 'after'>) =>
  values.parse({ ...asRecord(before), ...asRecord(after) });

const asRecord = (given: unknown): object => (typeof given === 'object' && given !== null ? given : {});

/** The passages after the change; of passages that are gone, the state before it. */
function readPassages({ before, after }: AuditLine): ShiftEntry['passages'] {
  const [now, was] = [after, before].map((state) => values.parse(asRecord(state)).passages);
  return (now?.length === 0 ? (was ?? []) : (now ?? [])).flatMap((each) => {
    const read = passage.safeParse(each);
    if (!read.success) return [];
    const { markerName, uid, passageTimeStamp: at, isVerified } = read.data;
    return [{ markerName, uid, at, isVerified }];
  });
}

/** The causes of alerts begin with their kind: "agm-offline 100234". */
const readKind = (cause: string) => ALERT_KINDS.find((kind) => kind === cause.split(' ')[0]) ?? null;

/** The number of an AGM at the end of a cause. */
const readUid = (cause: string) => (/^agm-\S+ (\d{1,14})$/.exec(cause) ? Number(cause.split(' ')[1]) : null);

/** The run of a line, whose names the caller may look up. */
export function findRunOf(line: AuditLine): number | null {
  if (line.object_type === 'run') return Number(line.object_id);
  return line.object_type === 'alert' ? readValues(line).runId : null;
}

/** The step that began the cause of an alert, whose words the caller may look up. */
export const findStepOf = (line: AuditLine): number | null =>
  line.object_type === 'alert' ? readValues(line).stepId : null;

export interface RunNames {
  readonly runName: string;
  readonly pig: string;
}

export function toEntry(line: AuditLine, names: RunNames | undefined, words: CauseWords | undefined): ShiftEntry {
  const { object_type: type, object_id: id } = line;
  const said = readValues(line);
  const kind = KIND_OF.get(line.action) ?? 'alert';
  const isAbout = (known: string) => type === known;
  return {
    key: `audit ${line.id}`,
    groupId: line.group_id ?? 0,
    at: formatUtcSecond(line.at.getTime()),
    kind,
    action: line.action,
    text: said.text === '' ? said.reason : said.text,
    alertWords: words ?? null,
    author: line.user_id === null ? null : { userId: line.user_id, name: line.user_name },
    runId: findRunOf(line),
    runName: names?.runName ?? said.pathName ?? said[AUDITED_NAME],
    pig: names?.pig ?? said.pig,
    uid: isAbout('device') ? Number(id) : (said.uid ?? readUid(said.cause)),
    markerName: said.markerName,
    alertId: isAbout('alert') ? Number(id) : null,
    alertKind: isAbout('alert') ? readKind(said.cause) : said.kind,
    passages: kind === 'passage' ? readPassages(line) : [],
    command: said.type ?? (said.codes.length > 0 ? said.codes.join(', ') : null),
    devices: said.devices,
    span: said.from !== null && said.until !== null ? { from: said.from, until: said.until } : null,
    handoverId: isAbout('handover') ? Number(id) : null,
    noteId: null,
    corrects: null,
    correctedBy: [],
    files: [],
  };
}
