import { fail, succeed, type Result } from '@waymark/domain/result';
import { parseUtc } from '@waymark/domain/time/utc';
import type { Command } from '../mqtt/command.ts';
import { MAX_OFFLINE_WINDOW_S, type IridiumDownlink } from './downlink.ts';

export type CommandDownlinkFailure = 'not-for-satellite' | 'not-a-window';

/** The satellite message of a queued command. Its dates are whole seconds and at most ten minutes apart. */
export function buildCommandDownlink(
  command: Command,
  seq: number,
  now: number,
): Result<IridiumDownlink, CommandDownlinkFailure> {
  const head = { seq, t: Math.floor(now / 1000) * 1000, id: command.id };
  if (command.type === 'IridiumSettings') return succeed({ kind: 'settings', ...head, settings: command.params });
  if (command.type === 'IridiumExitOfflineDownload') return succeed({ kind: 'exit-offline-download', ...head });
  if (command.type === 'DeviceInfo') return succeed({ kind: 'request', ...head, what: 'info' });
  if (command.type === 'ControlSettings') return succeed({ kind: 'request', ...head, what: 'settings' });
  if (command.type !== 'IridiumOfflineDownload') return fail('not-for-satellite');
  const startAt = parseUtc(command.params.FileNamesStartDate);
  const endAt = parseUtc(command.params.FileNamesEndDate);
  if (!startAt.ok || !endAt.ok) return fail('not-a-window');
  const lengthS = (endAt.value - startAt.value) / 1000;
  if (lengthS <= 0 || lengthS > MAX_OFFLINE_WINDOW_S) return fail('not-a-window');
  return succeed({ kind: 'offline-download', ...head, startAt: startAt.value, endAt: endAt.value });
}
