import { commandsEvents } from './commands.ts';
import { devicesEvents } from './devices.ts';
import { sessionEvents, sessionMethods } from './session.ts';
import { usersEvents } from './users.ts';

export const HUB_PATH = '/hub';
export const AGM_HUB = '/agm';
export const STREAM_HUB = '/stream';

export const events = { ...sessionEvents, ...usersEvents, ...devicesEvents, ...commandsEvents };
export type EventName = keyof typeof events;

export const methods = { ...sessionMethods };
export type MethodName = keyof typeof methods;
