import type { EventData, MethodAnswer, MethodArgument } from '@waymark/contract/event';
import type { EventName, MethodName, StreamMethodName, events, methods } from '@waymark/contract/events/index';
import type * as contract from '@waymark/contract/events/index';

// Copies of the contract's values, checked by type, because importing them would load the schemas.
export const HUB_PATH: typeof contract.HUB_PATH = '/hub';
export const AGM_HUB: typeof contract.AGM_HUB = '/agm';
export const STREAM_HUB: typeof contract.STREAM_HUB = '/stream';
export const EVENT_GROUP: typeof contract.EVENT_GROUP = 'ReceiveEvents';
export const RECEIVE_STREAM: typeof contract.RECEIVE_STREAM = 'ReceiveStream';

export type { EventName, MethodAnswer, MethodName, StreamMethodName };
export type DataOf<Name extends EventName> = EventData<(typeof events)[Name]>;
export type ArgumentOf<Name extends MethodName> = MethodArgument<(typeof methods)[Name]>;
