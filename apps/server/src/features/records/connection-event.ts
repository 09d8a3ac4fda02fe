import type { CompanyId, Uid } from '@waymark/domain/ids';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';

/** A device whose presence has changed, and the reason. */
export interface Turn {
  readonly uid: Uid;
  readonly groupId: CompanyId;
  readonly kind: 'online' | 'offline' | 'sleepReport' | 'shutdown';
  /** Whether it was online before. */
  readonly wasConnected: boolean;
}

const writeInstant = (at: Date | null) => (at === null ? null : formatUtcSecond(at.getTime()));
const writeFlag = (flag: boolean | null) => (flag === null ? null : flag ? 1 : 0);

/** Pushes the stored presence of these devices to the consoles, and raises it for other features. */
export async function pushConnections(change: Change, turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  await change.raise('devices-turned', { turns });
  const states = await change.db
    .selectFrom('device_states')
    .select([
      'uid',
      'is_connected',
      'is_bluetooth',
      'stream_mode',
      'expected_wakeup_at',
      'shutdown_at',
      'firmware_version',
    ])
    .where(
      'uid',
      'in',
      turns.map(({ uid }) => uid),
    )
    .execute();
  const turnOf = new Map(turns.map((turn) => [turn.uid, turn]));
  for (const state of states) {
    const turn = turnOf.get(state.uid);
    if (!turn) continue;
    change.push(
      'ReceiveConnectionUpdate',
      { groupId: turn.groupId, uid: turn.uid },
      {
        uid: turn.uid,
        isConnected: state.is_connected ? 1 : 0,
        kind: turn.kind,
        bluetooth: writeFlag(state.is_bluetooth),
        lastStreamMode: state.stream_mode,
        lastExpectedWakeupTime: writeInstant(state.expected_wakeup_at),
        lastShutdownTime: writeInstant(state.shutdown_at),
        firmwareVersion: state.firmware_version,
      },
    );
  }
}
