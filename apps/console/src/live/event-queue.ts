import type { DataOf, EventName } from './hub-event.ts';
import type { EventGate } from './online-view.ts';

type Listener = (data: unknown) => void;
type BatchListener = (events: readonly Queued[]) => void;
type Stop = () => void;

interface Queued {
  readonly name: string;
  readonly data: unknown;
}

/** A hub event with the data of its name. */
export type EventOf<Name extends EventName> = {
  readonly [N in Name]: { readonly name: N; readonly data: DataOf<N> };
}[Name];

/**
 * Hub events on their way to the screen: delivered at most once per frame, in order. Those during a reload are
 * delivered after it; those while offline are dropped, because the reload replaces them. Alert listeners are notified
 * at once, also while the page is hidden.
 */
export class EventQueue {
  readonly #requestFrame: (run: () => void) => void;
  readonly #shown = new Map<string, Set<Listener>>();
  readonly #alerts = new Map<string, Set<Listener>>();
  readonly #batched = new Map<BatchListener, ReadonlySet<string>>();
  #gate: EventGate = 'closed';
  #waiting: Queued[] = [];
  #hasFrame = false;

  constructor(requestFrame: (run: () => void) => void) {
    this.#requestFrame = requestFrame;
  }

  /** For visible content. */
  listen<Name extends EventName>(name: Name, listener: (data: DataOf<Name>) => void): Stop {
    return addListener(this.#shown, name, listener as Listener);
  }

  /** For a store that processes all events of a frame together, in order of arrival, whatever their names. */
  listenInBatches<Name extends EventName>(
    names: readonly Name[],
    listener: (events: readonly EventOf<Name>[]) => void,
  ): Stop {
    const key = listener as unknown as BatchListener;
    this.#batched.set(key, new Set(names));
    return () => this.#batched.delete(key);
  }

  /** For sounds, the title's badge and system notifications. */
  listenForAlerts<Name extends EventName>(name: Name, listener: (data: DataOf<Name>) => void): Stop {
    return addListener(this.#alerts, name, listener as Listener);
  }

  setGate(gate: EventGate): void {
    this.#gate = gate;
    if (gate === 'closed' || gate === 'alerts-only') this.#waiting = [];
    if (gate === 'open') this.#handOnInFrame();
  }

  deliver(name: string, data: unknown): void {
    if (this.#gate === 'closed') return;
    for (const listener of this.#alerts.get(name) ?? []) listener(data);
    if (this.#gate === 'alerts-only') return;
    this.#waiting.push({ name, data });
    if (this.#gate === 'open') this.#handOnInFrame();
  }

  #handOnInFrame(): void {
    if (this.#hasFrame || this.#waiting.length === 0) return;
    this.#hasFrame = true;
    this.#requestFrame(() => {
      this.#hasFrame = false;
      if (this.#gate === 'open') this.#handOn();
    });
  }

  #handOn(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    for (const [listener, names] of this.#batched) {
      const heard = batch.filter(({ name }) => names.has(name));
      if (heard.length > 0) listener(heard);
    }
    for (const { name, data } of batch) {
      for (const listener of this.#shown.get(name) ?? []) listener(data);
    }
  }
}

function addListener(listeners: Map<string, Set<Listener>>, name: string, listener: Listener): Stop {
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  return () => ofName.delete(listener);
}
