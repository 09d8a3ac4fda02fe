import { readCommandId, decodeIridiumDownlink, type IridiumDownlink } from '@waymark/device-protocol/iridium/downlink';
import type { Command } from '@waymark/device-protocol/mqtt/command';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import type { DeviceInput } from '../device/step.ts';

/** A decoded message to a satellite device: an input, a command to refuse by its id, or nothing. */
export type SatelliteOrder =
  | { readonly kind: 'input'; readonly input: DeviceInput }
  | { readonly kind: 'forged'; readonly id: number }
  | { readonly kind: 'nothing' };

function readCommand(message: IridiumDownlink): Command | null {
  const { id } = message;
  switch (message.kind) {
    case 'settings':
      return { id, type: 'IridiumSettings', params: message.settings, exp: null };
    case 'offline-download': {
      const params = {
        FileNamesStartDate: formatUtcSecond(message.startAt),
        FileNamesEndDate: formatUtcSecond(message.endAt),
      };
      return { id, type: 'IridiumOfflineDownload', params, exp: null };
    }
    case 'exit-offline-download':
      return { id, type: 'IridiumExitOfflineDownload', params: {}, exp: null };
    case 'request':
      if (message.what === 'heartbeat') return null;
      return { id, type: message.what === 'info' ? 'DeviceInfo' : 'ControlSettings', params: {}, exp: null };
    case 'ack':
      return null;
  }
}

export function readOrder(payload: Uint8Array, key: Uint8Array): SatelliteOrder {
  const decoded = decodeIridiumDownlink(payload, key);
  if (!decoded.ok) {
    const id = decoded.failure.reason === 'mac' ? readCommandId(payload) : null;
    return id === null ? { kind: 'nothing' } : { kind: 'forged', id };
  }
  const message = decoded.value;
  if (message.kind === 'request' && message.what === 'heartbeat')
    return { kind: 'input', input: { kind: 'heartbeat' } };
  const command = readCommand(message);
  return command ? { kind: 'input', input: { kind: 'command', command } } : { kind: 'nothing' };
}
