import type { EventOf } from '#/live/event-queue.ts';

/** The hub events that change a device in the list. */
export const DEVICE_EVENT_NAMES = [
  'ReceiveHeartbeat',
  'ReceiveConnectionUpdate',
  'ReceivePassage',
  'ReceiveCommandResponse',
  'ReceiveDownloadMode',
  'ReceiveCommTypeChange',
] as const;
export type DeviceEventName = (typeof DEVICE_EVENT_NAMES)[number];

export type DeviceEvent = EventOf<DeviceEventName>;
