import { deepStrictEqual, notDeepStrictEqual } from 'node:assert/strict';
import type { EventData } from '@waymark/contract/event';
import { events, type EventName } from '@waymark/contract/events/index';

type Events = typeof events;

export type ReceivedEvent<Name extends EventName> = {
  readonly [Each in Name]: { readonly name: Each; readonly data: EventData<Events[Each]> };
}[Name];

/** What is used of a Socket.IO client that is connected to the agm hub. */
export interface EventSource {
  onAny(listener: (name: string, data: unknown) => void): unknown;
  offAny(listener: (name: string, data: unknown) => void): unknown;
  emitWithAck(method: string): Promise<unknown>;
}

interface Verification<State, Name extends EventName> {
  readonly client: EventSource;
  readonly fetch: () => Promise<State>;
  /** How a console changes what it holds when such an event arrives. */
  readonly apply: (state: State, event: ReceivedEvent<Name>) => State;
  readonly action: () => Promise<unknown>;
  /** The events that the action causes, each as often as it is sent. */
  readonly expected: readonly [Name, ...Name[]];
  readonly withinMs?: number;
}

/**
 * Proves that whoever holds an old state and hears the events ends where a fresh load would:
 * fetches, acts, waits for the events, applies them to what was fetched and compares with a new fetch.
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
    // Whatever was sent before this call is answered has arrived by then: surplus events are seen too.
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
    /** Waits for the wanted number of events, or this long at most. */
    async fillUp(withinMs: number): Promise<void> {
      const timer = setTimeout(filled.resolve, withinMs);
      await filled.promise;
      clearTimeout(timer);
    },
    close: () => client.offAny(listener),
  };
}
