import type { ApiAddress, CallAt, ReplyAt } from '@waymark/contract/address';
import type { EventData } from '@waymark/contract/event';
import type { HookEventData, SentEventType } from '@waymark/contract/event-hooks/catalogue';
import type { events } from '@waymark/contract/events/index';

// What the client knows of the contract, as types only. The packed client has this file written out, without the
// contract: scripts/lib/client.

/** Every call: the parts that it is given, and its reply. */
export type Calls = { [A in ApiAddress]: { readonly parts: CallAt<A>; readonly reply: ReplyAt<A> } };

/** The data of each event of the hub. */
export type HubEvents = { [N in keyof typeof events]: EventData<(typeof events)[N]> };

/** The data of each event that a webhook sends. */
export type WebhookEvents = { [T in SentEventType]: HookEventData<T> };
