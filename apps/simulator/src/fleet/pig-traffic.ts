import { POWER_MODE } from '@waymark/commands/power-modes';
import { Random } from '@waymark/signals/random';
import { drawSite, type Site } from '@waymark/signals/site';
import type { DeviceState } from '../device/state.ts';
import type { Line } from '../line/line.ts';
import { buildPigPassage, type PigPassing } from '../passage/build-passage.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import { buildRun, findPassing, listLaunches, type PigRun, type PigService } from '../pig/pig-run.ts';
import type { Timeline, TimelineEntry } from './timeline.ts';
import type { VirtualDevice } from './virtual-device.ts';

/** The ground and the noise at a device, the same in every run. */
export function drawSiteOf(seed: number, uid: number): Site {
  return drawSite(new Random(`${seed}/site/${uid}`));
}

/** Whether the device hears pigs and reports them the same day. */
export const isReachable = ({ settings: { powerMode } }: DeviceState) =>
  powerMode === POWER_MODE.active || powerMode === POWER_MODE.lowPower;

export interface PigTrafficOptions {
  readonly timeline: Timeline;
  readonly seed: number;
  readonly services: readonly PigService[];
  readonly devices: readonly VirtualDevice[];
  /** The end of the past: of the pigs that had arrived by then only some have run. */
  readonly presentAt: number;
  /** End of the timetable of a line: only pigs that have arrived by then run. Never by default. */
  readonly findTimetableEnd?: (line: Line) => number;
}

/** A pig under a device. */
export interface Encounter {
  readonly device: VirtualDevice;
  readonly passing: PigPassing;
}

/** Launches pigs and lets the devices hear them. */
export class PigTraffic {
  readonly #options: PigTrafficOptions;
  readonly #coming = new Map<number, PigPassing[]>();
  /** The last pig of each line's timetable that has gone all the way. */
  readonly #last = new Map<Line, PigRun>();

  #beganAt = Infinity;

  constructor(options: PigTrafficOptions) {
    this.#options = options;
  }

  /** Starts with the pigs that are already on their way. */
  start(): void {
    const now = this.#options.timeline.now();
    this.#beganAt = now;
    for (const service of this.#options.services)
      this.#planLaunches(service, now - service.everyMs, now + service.everyMs);
  }

  #planLaunches(service: PigService, from: number, to: number): void {
    const { timeline, presentAt, seed } = this.#options;
    for (const launchAt of listLaunches(service, from, to, presentAt - service.everyMs)) {
      if (launchAt > from) timeline.plan(launchAt, () => this.#launchByTimetable(buildRun(service, launchAt, seed)));
    }
    timeline.plan(to, () => this.#planLaunches(service, to, to + service.everyMs));
  }

  #launchByTimetable(run: PigRun): void {
    const { timeline, findTimetableEnd = () => Infinity } = this.#options;
    if (run.receiveAt > findTimetableEnd(run.way.line)) return;
    this.follow(run, timeline.now());
    if (run.launchAt >= this.#beganAt) this.#last.set(run.way.line, run);
  }

  /** The last pig that the timetable has sent along a line since the fleet began; null: none. */
  findLast(line: Line): PigRun | null {
    return this.#last.get(line) ?? null;
  }

  /** The devices along the way of a pig, in order. */
  list(run: PigRun): readonly Encounter[] {
    const found = this.#options.devices.flatMap((device): Encounter[] => {
      const passing = findPassing(run, device.state.profile);
      return passing ? [{ device, passing: { ...passing, tool: run.tool } }] : [];
    });
    return found.toSorted((one, other) => one.passing.at - other.passing.at);
  }

  /**
   * Lets the devices hear the pig if their record ends after `from`. Returns a function that removes it from the line.
   */
  follow(run: PigRun, from: number): () => void {
    const ahead = this.list(run).filter(({ passing }) => passing.at + HALF_RECORD_MS > from);
    const planned = ahead.map((encounter) => ({ encounter, entry: this.#planPassage(encounter) }));
    return () => {
      for (const { encounter, entry } of planned) {
        entry.isCancelled = true;
        this.#forget(encounter);
      }
    };
  }

  #planPassage(encounter: Encounter): TimelineEntry {
    const { device, passing } = encounter;
    this.#coming.set(device.uid, [...(this.#coming.get(device.uid) ?? []), passing]);
    return this.#options.timeline.plan(passing.at + HALF_RECORD_MS, () => {
      this.#forget(encounter);
      const event = this.#buildEvent(encounter);
      if (event) device.post({ kind: 'passage', event });
    });
  }

  #forget({ device, passing }: Encounter): void {
    this.#coming.set(
      device.uid,
      (this.#coming.get(device.uid) ?? []).filter((coming) => coming !== passing),
    );
  }

  #buildEvent({ device, passing }: Encounter) {
    const { seed } = this.#options;
    const random = new Random(`${seed}/pig/${device.uid}/${Math.round(passing.at)}`);
    return buildPigPassage(device.state, drawSiteOf(seed, device.uid), passing, random);
  }

  /** Lets a device report what it has heard before, even before its own start. False: it has missed the pig. */
  async reportLate(encounter: Encounter): Promise<boolean> {
    const { device } = encounter;
    const event = this.#buildEvent(encounter);
    if (!event) return false;
    if (device.state.life !== 'off') {
      await device.handle({ kind: 'passage', event });
      return true;
    }
    if (!isReachable(device.state)) return false;
    const before = device.state;
    const reported = device.handle({ kind: 'recall', event });
    const hasHeard = device.state !== before;
    await reported;
    return hasHeard;
  }

  /** The next pig that this device will hear; null: none is on its way. */
  findNext(uid: number): PigPassing | null {
    const coming = (this.#coming.get(uid) ?? []).toSorted((left, right) => left.at - right.at);
    return coming[0] ?? null;
  }
}
