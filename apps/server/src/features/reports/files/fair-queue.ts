/** A place in the queue. */
export interface Turn {
  /** Resolves when the turn begins; never after the place was left while waiting. */
  readonly begun: Promise<void>;
  /** Ends the turn or gives the place up. Repeating it changes nothing. */
  readonly leave: () => void;
}

interface Place {
  readonly owner: string;
  readonly begin: () => void;
}

/** Runs one turn at a time. Owners take turns round-robin; the places of one owner go first come, first served. */
export class FairQueue {
  readonly #waitingLimit: number;
  /** Owners in the order of their next turn, each with the places that wait. */
  readonly #lines = new Map<string, Place[]>();
  #current: Place | undefined;

  /** `waitingLimit`: places that one owner may have waiting. */
  constructor(waitingLimit: number) {
    this.#waitingLimit = waitingLimit;
  }

  /** Returns null when as many places of the owner wait as may. */
  enter(owner: string): Turn | null {
    const line = this.#lines.get(owner) ?? [];
    if (line.length >= this.#waitingLimit) return null;
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const place = { owner, begin };
    line.push(place);
    this.#lines.set(owner, line);
    this.#advance();
    return { begun, leave: () => this.#leave(place) };
  }

  #leave(place: Place): void {
    if (this.#current === place) this.#finish(place);
    else this.#replaceLine(place.owner, (line) => line.filter((each) => each !== place));
  }

  /** The owner's other places wait until every other owner had a turn. */
  #finish({ owner }: Place): void {
    const line = this.#lines.get(owner);
    this.#lines.delete(owner);
    if (line) this.#lines.set(owner, line);
    this.#current = undefined;
    this.#advance();
  }

  #advance(): void {
    if (this.#current) return;
    const [first] = this.#lines;
    if (!first) return;
    const [owner, [place]] = first;
    this.#replaceLine(owner, (line) => line.slice(1));
    this.#current = place;
    place?.begin();
  }

  #replaceLine(owner: string, change: (line: Place[]) => Place[]): void {
    const line = change(this.#lines.get(owner) ?? []);
    if (line.length > 0) this.#lines.set(owner, line);
    else this.#lines.delete(owner);
  }
}
