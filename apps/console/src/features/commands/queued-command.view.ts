import type { PastCommand, QueuedCommand } from '@waymark/contract/commands/queued-command';
import { isOldCommand } from '@waymark/commands/age';
import { LISTED_STATES, type CommandState } from '@waymark/commands/life';
import { parseUtc } from '@waymark/domain/time/utc';
import { sayServerText, t } from '#/language/t.ts';
import type { Device } from '#/features/devices/store/device.ts';

const STATE_WORDS: Readonly<Record<CommandState, string>> = {
  queued: t('Queued'),
  sent: t('Sent'),
  accepted: t('Accepted'),
  rejected: t('Rejected'),
  expired: t('Expired'),
  deleted: t('Deleted'),
};

export const describeState = (state: CommandState): string => STATE_WORDS[state];

const isListed = (state: CommandState) => LISTED_STATES.some((listed) => listed === state);

/**
 * The list after the event; accepted and deleted commands are removed. Events may be out of order: the state with fewer
 * attempts is the older one.
 */
export function takeCommand(list: readonly QueuedCommand[], command: QueuedCommand): QueuedCommand[] {
  if (list.some(({ commandId, attempts }) => commandId === command.commandId && attempts > command.attempts))
    return [...list];
  const others = list.filter(({ commandId }) => commandId !== command.commandId);
  if (!isListed(command.state)) return others;
  return [...others, command].toSorted((one, other) => one.commandId - other.commandId);
}

const isWaiting = ({ state }: Pick<QueuedCommand, 'state'>) => state !== 'rejected';

/** "3 waiting for the device, 1 rejected" */
export function describeQueue(list: readonly Pick<QueuedCommand, 'state'>[]): string {
  const waiting = list.filter(isWaiting).length;
  const rejected = list.length - waiting;
  const parts = [
    waiting > 0 && t('{count} waiting for the device|{count} waiting for the device', { count: waiting }),
    rejected > 0 && t('{count} rejected|{count} rejected', { count: rejected }),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

type Rhythm = Pick<Device, 'lastPowerMode' | 'schedule'>;

/** Whether the sender may have forgotten the command. */
export function isOld(
  command: Pick<QueuedCommand, 'state' | 'queuedAt'>,
  { lastPowerMode, schedule }: Rhythm,
  now: number,
): boolean {
  const at = parseUtc(command.queuedAt);
  return isWaiting(command) && at.ok && isOldCommand(at.value, lastPowerMode, schedule, now);
}

export const OLD_EXPLANATION = t('The device should have called twice since.');

const SOURCE_WORDS: Readonly<Record<QueuedCommand['source'], string | null>> = {
  person: null,
  broadcast: t('broadcast'),
  path: t('pig path'),
  run: t('pig run'),
  'auto-download': t('auto-download'),
  stream: t('nobody listens'),
  download: t('download session'),
};

/** "Dana Reyes, broadcast" */
export function describeSender({ queuedBy, source }: Pick<QueuedCommand, 'queuedBy' | 'source'>): string {
  const words = SOURCE_WORDS[source];
  return words === null ? queuedBy : `${queuedBy}, ${words}`;
}

/** Further facts about a command; the reason of a rejection comes first. */
export function listRemarks(command: QueuedCommand): readonly string[] {
  const { state, note, attempts, expiresAt } = command;
  const told =
    attempts === 1
      ? t('Sent once so far')
      : t('Sent {count} time so far|Sent {count} times so far', { count: attempts });
  const isTold = attempts > 1 || (attempts === 1 && state === 'queued');
  const waiting = isWaiting(command)
    ? [isTold ? told : null, expiresAt === null ? null : t('Expires {time}', { time: expiresAt })]
    : [];
  return [note === null ? null : sayServerText(note), ...waiting].filter((remark) => remark !== null);
}

const LINKS: Readonly<Record<string, string>> = { cellular: t('over cellular'), iridium: t('over satellite') };

/** Names the cause of the step, or the message of device or server. */
export function describeStep({ by, detail }: Pick<PastCommand['steps'][number], 'by' | 'detail'>): string {
  const told = detail === null ? null : (LINKS[detail] ?? sayServerText(detail));
  return [by === null ? null : t('by {name}', { name: by }), told].filter((part) => part !== null).join(', ');
}
