import { alertsEvents } from './alerts.ts';
import { commandsEvents } from './commands.ts';
import { devicesEvents } from './devices.ts';
import { downloadsEvents } from './downloads.ts';
import { runsEvents, runsMethods } from './runs.ts';
import { sessionEvents, sessionMethods } from './session.ts';
import { shiftEvents } from './shift.ts';
import { usersEvents } from './users.ts';

export const HUB_PATH = '/hub';
export const AGM_HUB = '/agm';
export const STREAM_HUB = '/stream';
/** The hub sends several events of one moment as this one to clients that sign in with `eventGroups: true`. */
export const EVENT_GROUP = 'ReceiveEvents';

export const events = {
  ...sessionEvents,
  ...usersEvents,
  ...devicesEvents,
  ...commandsEvents,
  ...downloadsEvents,
  ...runsEvents,
  ...alertsEvents,
  ...shiftEvents,
};
export type EventName = keyof typeof events;

export const methods = { ...sessionMethods, ...runsMethods };
export type MethodName = keyof typeof methods;

export { RECEIVE_STREAM, streamMethods, type StreamMethodName } from './stream.ts';
