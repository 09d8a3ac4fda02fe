import { COMMANDS, describeParameters, findCommandType } from '@waymark/commands/commands';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { sayServerText, t } from '#/language/t.ts';
import type { AuditEntry } from './audit.data.ts';
import { ACTIONS, COMPANY, FIELDS, OBJECTS, OTHER_OBJECTS } from './audit-words.ts';
import { nameRunField, readRunValue } from './audit-run-fields.view.ts';

/** The parts of the server that act by themselves, by the names that the audit stores. */
const SERVER_PARTS: Readonly<Record<string, string>> = {
  'admin command': t('command of an operator'),
  alerts: t('alerts'),
  'API key use': t('use of an API key'),
  'arrivals of completed runs': t('arrivals of completed runs'),
  'auto-download': t('automatic download'),
  calendar: t('calendar feeds'),
  commands: t('delivery of commands'),
  demo: t('demo'),
  downloads: t('downloads'),
  'error log tidying': t('removal of old errors'),
  escalation: t('escalation'),
  'external renewal': t('renewal of an external sign-in'),
  'external sign-in': t('external sign-in'),
  'first start': t('first start'),
  ingest: t('messages of devices'),
  node: t('node of the server'),
  outbox: t('outgoing messages'),
  'passages of runs': t('link of passages to runs'),
  passkeys: t('passkeys'),
  'password check': t('check of a password'),
  'password link': t('password link'),
  presence: t('presence of devices'),
  push: t('push'),
  'record tidying': t('removal of old records'),
  'report mails': t('reports by mail'),
  'run alerts': t('alerts of runs'),
  'run engine': t('positions of pigs'),
  run: t('changes of runs'),
  samples: t('waveforms'),
  'satellite delivery': t('delivery over satellite'),
  scoring: t('scores of passages'),
  'session renewal': t('renewal of a session'),
  'session tidying': t('removal of old sessions'),
  'shared password': t('check of a password of a link'),
  shift: t('shift log'),
  'sign-in': t('sign-in'),
  'sign-out': t('sign-out'),
  'signing keys': t('signing keys'),
  silences: t('silences'),
  start: t('start of the server'),
  stream: t('live streams'),
  'text message': t('text message'),
  'visit of a share': t('visit of a shared run'),
  webhooks: t('delivery of webhooks'),
};

// Describes an entry in plain words. Actions and objects without words are shown by their own name.

/** Splits 'groupId', 'signing-key' and 'is_new' into words. */
function toWords(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const nameField = (name: string) => FIELDS[name] ?? nameRunField(name) ?? toWords(name);

export function describeAction(action: string): string {
  return ACTIONS[action] ?? capitalise(toWords(action));
}

function describeObjectType(type: string): string {
  return OBJECTS[type] ?? OTHER_OBJECTS[type] ?? capitalise(toWords(type));
}

/** The kinds of object in the filter. */
export const OBJECT_TYPES = Object.keys(OBJECTS).map((value) => ({ value, label: describeObjectType(value) }));

/** The object's name, and below it its number if it has both. */
export function describeObject({
  objectType,
  objectId,
  objectName,
}: Pick<AuditEntry, 'objectType' | 'objectId' | 'objectName'>) {
  const numbered = `${describeObjectType(objectType)} ${objectId}`;
  return objectName === null ? { name: numbered, aside: null } : { name: objectName, aside: numbered };
}

/** Actions that the server performs for a user who is not signed in yet. */
const OWN_ACTS = new Set(['signed-in', 'signed-out', 'password-set']);

type Acting = Pick<AuditEntry, 'userId' | 'userName' | 'address' | 'action' | 'objectType' | 'objectId' | 'objectName'>;

/** The actor, the means, and the value by which the filter finds the actor. */
export function describeActor(entry: Acting): {
  readonly name: string;
  readonly aside: string;
  readonly person: string;
} {
  const { userId, userName, address, action, objectType, objectId } = entry;
  const aside = (...parts: readonly (string | null)[]) => parts.filter((part) => part !== null).join(' · ');
  if (userId !== null) return { name: userName, aside: aside(address), person: userName };
  const part = SERVER_PARTS[userName] ?? userName;
  if (objectType === 'user' && OWN_ACTS.has(action)) {
    return { name: describeObject(entry).name, aside: aside(part, address), person: objectId };
  }
  return { name: t('System'), aside: aside(part, address), person: userName };
}

const NOTHING = t('none');
const LONGEST = 120;

/** "time 14:00, opted in yes": the parts of a value in words. */
function describeParts(value: object): string {
  const parts = Object.entries(value).map(([name, part]) => `${nameField(name)} ${describeValue(part)}`);
  return parts.length === 0 ? NOTHING : parts.join(', ');
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (typeof value === 'string') return INSTANT.test(value) ? formatUtcSecond(Date.parse(value)) : value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(describeValue).join(', ');
  return describeParts(value);
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

type Fields = Readonly<Record<string, unknown>>;

/** A command by its label, its parameters in words; the device is the object of the entry. */
function nameCommand(fields: Fields): Fields {
  const { type: name, parameters, uid: _uid, ...rest } = fields;
  const type = typeof name === 'string' && parameters ? findCommandType(name) : null;
  if (type === null) return fields;
  return { command: t(COMMANDS[type].label), parameters: describeParameters(type, parameters as Fields, t), ...rest };
}

function fieldsOf(value: unknown): Fields {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? nameCommand({ ...value }) : { value };
}

export interface FieldChange {
  readonly field: string;
  /** null: there is no value before or after. */
  readonly from: string | null;
  readonly to: string | null;
}

type Names = ReadonlyMap<number, string>;

/** A company is shown by its name if that is known. */
function describeField(field: string, value: unknown, companies: Names | null): string {
  const name = field === COMPANY && typeof value === 'number' ? companies?.get(value) : undefined;
  return name ?? describeValue(value);
}

/** The fields that differ; for an added or removed object the fields with a value. */
export function listChanges(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  companies: Names | null = null,
): readonly FieldChange[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const isAddition = Object.keys(old).length === 0;
  const isRemoval = Object.keys(next).length === 0;
  return [...new Set([...Object.keys(old), ...Object.keys(next)])].flatMap((name) => {
    const field = nameField(name);
    const say = name === 'role' ? sayServerText : (words: string) => words;
    const describe = (value: unknown) => say(describeField(field, readRunValue(name, value), companies));
    const [from, to] = [describe(old[name]), describe(next[name])];
    if (from === to) return [];
    return [{ field, from: isAddition ? null : shorten(from), to: isRemoval ? null : shorten(to) }];
  });
}
