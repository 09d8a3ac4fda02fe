import { Random } from '@waymark/signals/random';
import { drawSite, type Site } from '@waymark/signals/site';
import { buildPigPassage, type PigPassing } from '../passage/build-passage.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import { buildRun, findPassing, listLaunches, type PigRun, type PigService } from '../pig/pig-run.ts';
import type { Timeline } from './timeline.ts';
import type { VirtualDevice } from './virtual-device.ts';

/** The ground and the noise at a device: the same from run to run. */
export function drawSiteOf(seed: number, uid: number): Site {
  return drawSite(new Random(`${seed}/site/${uid}`));
}

export interface PigTrafficOptions {
  readonly timeline: Timeline;
  readonly seed: number;
  readonly services: readonly PigService[];
  readonly devices: readonly VirtualDevice[];
  /** When the past ends: of the pigs that had arrived by then only some have run. */
  readonly presentAt: number;
}

/** Launches the pigs and lets the devices hear them. */
export class PigTraffic {
  readonly #options: PigTrafficOptions;
  readonly #coming = new Map<number, PigPassing[]>();

  constructor(options: PigTrafficOptions) {
    this.#options = options;
  }

  /** Begins with the pigs that are on their way. */
  start(): void {
    const now = this.#options.timeline.now();
    for (const service of this.#options.services) this.#planLaunches(service, now - service.everyMs, now + service.everyMs);
  }

  #planLaunches(service: PigService, from: number, to: number): void {
    const { timeline, presentAt, seed } = this.#options;
    for (const launchAt of listLaunches(service, from, to, presentAt - service.everyMs)) {
      if (launchAt > from) timeline.plan(launchAt, () => this.#launch(buildRun(service, launchAt, seed)));
    }
    timeline.plan(to, () => this.#planLaunches(service, to, to + service.everyMs));
  }

  #launch(run: PigRun): void {
    const { timeline, devices } = this.#options;
    for (const device of devices) {
      const found = findPassing(run, device.state.profile);
      if (!found || found.at <= timeline.now() - HALF_RECORD_MS) continue;
      const passing = { ...found, tool: run.tool };
      this.#coming.set(device.uid, [...(this.#coming.get(device.uid) ?? []), passing]);
      timeline.plan(found.at + HALF_RECORD_MS, () => this.#pass(device, passing));
    }
  }

  #pass(device: VirtualDevice, passing: PigPassing): void {
    const { seed } = this.#options;
    this.#coming.set(device.uid, (this.#coming.get(device.uid) ?? []).filter((coming) => coming !== passing));
    const random = new Random(`${seed}/pig/${device.uid}/${Math.round(passing.at)}`);
    const event = buildPigPassage(device.state, drawSiteOf(seed, device.uid), passing, random);
    if (event) device.post({ kind: 'passage', event });
  }

  /** The next pig that this device will hear; null when none is on its way. */
  findNext(uid: number): PigPassing | null {
    const coming = (this.#coming.get(uid) ?? []).toSorted((left, right) => left.at - right.at);
    return coming[0] ?? null;
  }
}
