import type { EventData, MethodAnswer, MethodArgument } from '@waymark/contract/event';
import type { EventName, MethodName, StreamMethodName, events, methods } from '@waymark/contract/events/index';

export type { EventName, MethodAnswer, MethodName, StreamMethodName };
export type DataOf<Name extends EventName> = EventData<(typeof events)[Name]>;
export type ArgumentOf<Name extends MethodName> = MethodArgument<(typeof methods)[Name]>;
