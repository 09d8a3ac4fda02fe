import { deepStrictEqual, notDeepStrictEqual } from 'node:assert/strict';
import type { EventData } from '@waymark/contract/event';
import { events, type EventName } from '@waymark/contract/events/index';

type Events = typeof events;

export type ReceivedEvent<Name extends EventName> = {
  readonly [Each in Name]: { readonly name: Each; readonly data: EventData<Events[Each]> };
}[Name];

/** The part of a Socket.IO client, connected to the agm hub, that is needed here. */
export interface EventSource {
  onAny(listener: (name: string, data: unknown) => void): unknown;
  offAny(listener: (name: string, data: unknown) => void): unknown;
  emitWithAck(method: string): Promise<unknown>;
}

interface Verification<State, Name extends EventName> {
  readonly client: EventSource;
  readonly fetch: () => Promise<State>;
  /** Applies an event to the state as the console does. */
  readonly apply: (state: State, event: ReceivedEvent<Name>) => State;
  readonly action: () => Promise<unknown>;
  /** The events that the action causes, as often as each is sent. */
  readonly expected: readonly [Name, ...Name[]];
  readonly withinMs?: number;
}

/**
 * Verifies that a console with a stale state that applies the events ends with the state of a fresh load: fetches,
 * acts, applies the events and compares with a new fetch.
 */
export async function verifyEvents<State, Name extends EventName>(
  verification: Verification<State, Name>,
): Promise<readonly ReceivedEvent<Name>[]> {
  const { client, fetch, apply, action, expected } = verification;
  const stale = await fetch();
  const inbox = openInbox(client, expected.length);
  try {
    await action();
    await inbox.fillUp(verification.withinMs ?? 5000);
    // All events sent before this answer have arrived by then, so surplus events are found too.
    await client.emitWithAck('Fence');
  } finally {
    inbox.close();
  }
  const names = inbox.received.map(([name]) => name).toSorted();
  deepStrictEqual(names, expected.toSorted(), 'other events arrived than expected');
  const received = inbox.received.map(([name, data]) => readEvent(name as Name, data));
  const fresh = await fetch();
  notDeepStrictEqual(fresh, stale, 'the action changed nothing that fetch shows: the comparison would prove nothing');
  const followed = received.reduce(apply, structuredClone(stale));
  deepStrictEqual(followed, fresh, 'old state and events differ from a fresh load');
  return received;
}

function readEvent<Name extends EventName>(name: Name, data: unknown): ReceivedEvent<Name> {
  return { name, data: events[name].data.parse(data) } as ReceivedEvent<Name>;
}

function openInbox(client: EventSource, count: number) {
  const received: (readonly [name: string, data: unknown])[] = [];
  const filled = Promise.withResolvers<void>();
  const listener = (name: string, data: unknown): void => {
    received.push([name, data]);
    if (received.length >= count) filled.resolve();
  };
  client.onAny(listener);
  return {
    received,
    /** Waits for the expected number of events, at most `withinMs`. */
    async fillUp(withinMs: number): Promise<void> {
      const timer = setTimeout(filled.resolve, withinMs);
      await filled.promise;
      clearTimeout(timer);
    },
    close: () => client.offAny(listener),
  };
}
