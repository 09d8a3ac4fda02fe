import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { Change } from '../../platform/database/change.ts';

type Kind = 'online' | 'offline' | 'sleepReport' | 'shutdown';

const writeInstant = (at: Date | null) => (at === null ? null : formatUtcSecond(at.getTime()));

/** Tells the consoles what the device's presence is now, as stored. */
export async function pushConnection(
  change: Change,
  audience: { readonly groupId: number; readonly uid: number },
  kind: Kind,
): Promise<void> {
  const state = await change.db
    .selectFrom('device_states')
    .select(['is_connected', 'is_bluetooth', 'stream_mode', 'expected_wakeup_at', 'shutdown_at', 'firmware_version'])
    .where('uid', '=', audience.uid)
    .executeTakeFirstOrThrow();
  change.push('ReceiveConnectionUpdate', audience, {
    uid: audience.uid,
    isConnected: state.is_connected ? 1 : 0,
    kind,
    bluetooth: state.is_bluetooth === null ? null : state.is_bluetooth ? 1 : 0,
    lastStreamMode: state.stream_mode,
    lastExpectedWakeupTime: writeInstant(state.expected_wakeup_at),
    lastShutdownTime: writeInstant(state.shutdown_at),
    firmwareVersion: state.firmware_version,
  });
}
