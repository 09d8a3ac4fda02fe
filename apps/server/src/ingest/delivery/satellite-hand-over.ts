import type { CommandRow } from '../../features/commands/commands.wire.ts';
import { notifyCommands } from '../../features/commands/commands-notice.ts';
import { claimAgain, claimNext, putBack } from '../../features/commands/deliveries.store.ts';
import { findSatelliteTarget, OBSTACLE } from '../../features/commands/satellite-deliveries.queries.ts';
import { noteHandOver, rejectUndelivered } from '../../features/commands/satellite-deliveries.store.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Change } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { systemOrigin } from '../../platform/http/call.ts';
import { refuseMt, type MtOutcome, type SendMobileTerminated } from '../iridium/mt-outcome.ts';
import { writeSatelliteMessage } from './satellite-message.ts';
import { findResendAt, findRetryAt, HAND_OVER_LIMIT_MS } from './satellite-timing.ts';
import { describeHandOver, describeRefusal } from './satellite-words.ts';

export interface HandOverParts {
  readonly database: Database;
  /** Decrypts the keys of the devices. */
  readonly box: SecretBox;
  /** null: no gateway is configured. */
  readonly send: SendMobileTerminated | null;
  readonly now: () => number;
}

interface Claimed {
  readonly send: SendMobileTerminated;
  readonly command: CommandRow;
  readonly imei: string;
  readonly key: Buffer;
  /** Time of the next attempt without an answer. */
  readonly resendAt: number;
}

const CELLULAR_AGAIN = 'The device is on its cellular link again.';
const ORIGIN = systemOrigin('satellite delivery');

type Target = NonNullable<Awaited<ReturnType<typeof findSatelliteTarget>>>;

/** Finds the gateway, IMEI and key for a command; otherwise returns the obstacle. */
function findWay({ is_iridium: isIridium, imei, message_key: sealed }: Target, { send, box }: HandOverParts) {
  if (!isIridium) return CELLULAR_AGAIN;
  if (send === null) return OBSTACLE.gateway;
  if (imei === null) return OBSTACLE.imei;
  return sealed === null ? OBSTACLE.key : { send, imei, key: Buffer.from(box.open(sealed), 'hex') };
}

async function claimRow(
  change: Change,
  uid: number,
  overdueId: number | null,
  now: number,
): Promise<CommandRow | undefined> {
  const dueAt = now + HAND_OVER_LIMIT_MS;
  const [command] =
    overdueId === null
      ? await claimNext(change, { uids: [uid], link: 'iridium', now, dueAt })
      : await claimAgain(change, [overdueId], { now, dueAt });
  return command;
}

/** Claims the next command for this node; undefined: no command can be sent to this device now. */
async function claim(change: Change, parts: HandOverParts, uid: number): Promise<Claimed | undefined> {
  const now = parts.now();
  const target = await findSatelliteTarget({ scope: change.scope, db: change.db }, uid, now);
  if (!target) return undefined;
  const way = findWay(target, parts);
  if (typeof way !== 'string') {
    const command = await claimRow(change, uid, target.overdue_id, now);
    return command && { command, ...way, resendAt: findResendAt(target.power_mode, target.schedule, now) };
  }
  if (target.overdue_id === null) return undefined;
  await putBack(change, [target.overdue_id], { now, dueAt: null, note: way });
  await notifyCommands(change, [uid]);
  return undefined;
}

function sendClaimed({ command, send, imei, key }: Claimed, now: number): Promise<MtOutcome> {
  const message = writeSatelliteMessage(command, key, now);
  if (!message.ok) return Promise.resolve(refuseMt('not-a-message', message.failure, true));
  return send({ imei, payload: message.value, clientMessageId: command.id, ringAlert: true, flush: false });
}

async function record(change: Change, { command, resendAt }: Claimed, outcome: MtOutcome, now: number): Promise<void> {
  if (outcome.ok) return noteHandOver(change, command, { now, note: describeHandOver(outcome), dueAt: resendAt });
  const note = describeRefusal(outcome);
  if (outcome.isFinal) return rejectUndelivered(change, command, { now, note });
  await putBack(change, [command.id], { now, dueAt: findRetryAt(command.attempts, now), note });
}

/**
 * Hands the device's next command to the gateway, or repeats the one in flight. The command is claimed before the
 * hand-over: if the node dies in between, it is repeated soon.
 */
export async function handOver(parts: HandOverParts, uid: number): Promise<void> {
  const { database, now } = parts;
  const claimed = await database.change(ORIGIN, (change) => claim(change, parts, uid));
  if (!claimed) return;
  const outcome = await sendClaimed(claimed, now());
  await database.change(ORIGIN, (change) => record(change, claimed, outcome, now()));
}
