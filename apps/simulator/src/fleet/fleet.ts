import { Random } from '@waymark/signals/random';
import { buildOnlineStatus, getVia } from '../device/reports.ts';
import type { Report } from '../device/report.ts';
import type { DeviceSettings } from '../device/settings.ts';
import { createDevice, type DeviceBeginning, type DeviceState } from '../device/state.ts';
import type { DevicePlan, FleetPlan } from '../scenario/plan-fleet.ts';
import type { DeliverInput, Link } from '../transport/link.ts';
import type { Counters } from './counters.ts';
import { DownloadPump } from './download-pump.ts';
import { FaultyLink } from './faulty-link.ts';
import { HistoryLink } from './history-link.ts';
import { planMishaps } from './mishaps.ts';
import type { Line } from '../line/line.ts';
import type { PigRun } from '../pig/pig-run.ts';
import { PigTraffic, type Encounter } from './pig-traffic.ts';
import { StreamPump } from './stream-pump.ts';
import type { Timeline } from './timeline.ts';
import { VirtualDevice } from './virtual-device.ts';

/** The server's knowledge of a device before this fleet, where the simulation continues. */
export interface KnownDevice {
  readonly lastHeartbeatAt: number | null;
  readonly detectionCount: number;
  readonly batteryMv: number | null;
  /** Settings changed by commands since. */
  readonly settings: Partial<DeviceSettings>;
}

export interface FleetOptions {
  readonly plan: FleetPlan;
  readonly timeline: Timeline;
  readonly counters: Counters;
  readonly buildLink: (plan: DevicePlan, deliver: DeliverInput) => Link;
  readonly known?: ReadonlyMap<number, KnownDevice>;
  /** The end of the replayed past. */
  readonly presentAt: number;
  /** End of the timetable of a line; never by default. */
  readonly findTimetableEnd?: (line: Line) => number;
}

interface Member {
  readonly plan: DevicePlan;
  readonly device: VirtualDevice;
  readonly history: HistoryLink | null;
}

/** The replay pauses at this number of unacknowledged reports, until half of them are acknowledged. */
const MOST_UNDER_WAY = 2000;
/** Without a past to replay, a device that has ended still reports for this long. */
const LEAST_LIFE_MS = 10_000;

/** Reports the presence of the device after the replay. */
function describePresence({ profile, life, wakeAt }: DeviceState, now: number): readonly Report[] {
  if (profile.link === 'iridium') return [];
  if (life === 'online') return [buildOnlineStatus(profile, now)];
  if (life !== 'asleep' || wakeAt === null) return [];
  return [{ name: 'status', body: { online: 0, why: 'sleep', via: getVia(profile), until: wakeAt, t: now } }];
}

/** A device starts as the scenario says, or continues as the server knows it. */
function continueFrom(plan: DevicePlan, known: KnownDevice | undefined): Partial<DeviceBeginning> {
  if (!known || known.lastHeartbeatAt === null) return {};
  const { detectionCount, batteryMv } = known;
  return {
    detectionCount,
    settings: { ...plan.settings, ...known.settings },
    ...(batteryMv === null ? {} : { batteryMv }),
  };
}

/** All devices of a plan on one timeline, with everything that happens to them. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #members: readonly Member[];
  readonly #traffic: PigTraffic;
  readonly #stream: StreamPump;
  readonly #downloads: DownloadPump;
  #replayed: Promise<void> | null = null;
  #prepared: Promise<unknown> | null = null;

  constructor(options: FleetOptions) {
    this.#options = options;
    const { plan, timeline, presentAt, findTimetableEnd } = options;
    this.#members = plan.devices.map((device) => this.#build(device));
    this.#traffic = new PigTraffic({
      timeline,
      seed: plan.seed,
      services: plan.pigs,
      devices: this.devices,
      presentAt,
      ...(findTimetableEnd && { findTimetableEnd }),
    });
    const findNextPig = (uid: number) => this.#traffic.findNext(uid);
    this.#stream = new StreamPump({ timeline, seed: plan.seed, findNextPig });
    this.#downloads = new DownloadPump({ timeline, packetsPerS: plan.packetsPerS });
  }

  #build(plan: DevicePlan): Member {
    const { timeline, counters, known, buildLink } = this.#options;
    let history: HistoryLink | null = null;
    const build = (deliver: DeliverInput): Link => {
      const linked = (inner: DeliverInput) => this.#addFaults(plan, buildLink(plan, inner), inner);
      if (!timeline.isReplaying) return linked(deliver);
      history = new HistoryLink(linked, deliver);
      return history;
    };
    const state = createDevice({ ...plan, ...continueFrom(plan, known?.get(plan.profile.uid)), now: timeline.now() });
    const device = new VirtualDevice({
      state,
      timeline,
      counters,
      buildLink: build,
      onStep: (stepped) => this.#watch(stepped),
    });
    return { plan, device, history };
  }

  #watch(device: VirtualDevice): void {
    this.#stream.watch(device);
    this.#downloads.watch(device);
  }

  #addFaults({ faults, profile }: DevicePlan, link: Link, deliver: DeliverInput): Link {
    if (!faults) return link;
    const { timeline, plan } = this.#options;
    const random = new Random(`${plan.seed}/faults/${profile.uid}`);
    return new FaultyLink({ link, faults, timeline, random, deliver });
  }

  get devices(): readonly VirtualDevice[] {
    return this.#members.map(({ device }) => device);
  }

  #findStartAt({ plan }: Member, at: number): number {
    const { timeline, known } = this.#options;
    return Math.max(at, timeline.now(), (known?.get(plan.profile.uid)?.lastHeartbeatAt ?? 0) + 1);
  }

  /** Skips devices that the server already knows to have ended, so that they do not return with every start. */
  get #activeMembers(): readonly Member[] {
    return this.#members.filter(({ plan }) => {
      const hasEnd = plan.shutDownForMs !== null || plan.silentForMs !== null;
      return !hasEnd || (this.#options.known?.get(plan.profile.uid)?.lastHeartbeatAt ?? null) === null;
    });
  }

  #planLives(): void {
    const { timeline, plan } = this.#options;
    for (const [at, member] of this.#activeMembers.entries()) {
      const staggerMs = (at * 1000) / plan.connectPerS;
      const startAt = this.#findStartAt(member, timeline.now() + staggerMs);
      timeline.plan(startAt, () => this.#begin(member));
      this.#planEnd(member, startAt);
    }
    this.#traffic.start();
  }

  #begin({ device, plan }: Member): void {
    const {
      timeline,
      plan: { seed, errors },
    } = this.#options;
    device.post({ kind: 'start' });
    planMishaps(device, plan.faults, { timeline, seed, falseTriggers: plan.falseTriggers, errors });
  }

  /** Plans the end of devices that are shut down, or long silent, when the present begins. */
  #planEnd({ device, plan }: Member, startAt: number): void {
    const { timeline, presentAt } = this.#options;
    if (plan.shutDownForMs !== null) {
      timeline.plan(Math.max(startAt + LEAST_LIFE_MS, presentAt - plan.shutDownForMs), () =>
        device.post({ kind: 'shut-down' }),
      );
    }
    if (plan.silentForMs !== null) {
      timeline.plan(Math.max(startAt + LEAST_LIFE_MS, presentAt - plan.silentForMs), () => {
        device.link.cut();
        device.post({ kind: 'vanish' });
      });
    }
  }

  /** Starts directly in the present. */
  start(): void {
    this.#planLives();
    this.#options.timeline.start();
  }

  /** Connects for the replay. */
  async prepare(): Promise<void> {
    this.#prepared ??= Promise.all(this.#activeMembers.flatMap(({ history }) => (history ? [history.prepare()] : [])));
    await this.#prepared;
  }

  /** The last pig of a line's timetable that devices may have heard all the way; null: none. */
  findLastPig(line: Line): PigRun | null {
    return this.#traffic.findLast(line);
  }

  listEncounters(pig: PigRun): readonly Encounter[] {
    return this.#traffic.list(pig);
  }

  /** Lets the devices hear a pig from `from` on. Returns a function that removes it from the line. */
  follow(pig: PigRun, from: number): () => void {
    return this.#traffic.follow(pig, from);
  }

  /** Reports a pig late that the device has heard. Returns whether it had. */
  async reportLate(encounter: Encounter): Promise<boolean> {
    const ended = this.#members.some(
      ({ device, plan }) => device === encounter.device && (plan.shutDownForMs ?? plan.silentForMs) !== null,
    );
    return !ended && this.#traffic.reportLate(encounter);
  }

  /** Replays the past over the real links, as fast as it is acknowledged, and continues in the present. */
  replayHistory(clock: () => number): Promise<void> {
    this.#replayed = this.#replay(clock);
    return this.#replayed;
  }

  async #replay(clock: () => number): Promise<void> {
    const { timeline } = this.#options;
    await this.prepare();
    this.#planLives();
    while (timeline.now() < clock() && !timeline.isStopped) await timeline.replay(clock(), () => this.#waitForServer());
    await this.#waitAcknowledged(0);
    await this.#enterPresent(timeline.isStopped ? null : clock());
    if (!timeline.isStopped) timeline.start();
  }

  /** With `now` every device reports its presence. */
  async #enterPresent(now: number | null): Promise<void> {
    await Promise.all(
      this.#activeMembers.flatMap(({ history, device: { state } }) =>
        history ? [history.enterPresent(state, now === null ? [] : describePresence(state, now))] : [],
      ),
    );
  }

  #countUnderWay(): number {
    const { published, acknowledged } = this.#options.counters.read();
    return published - acknowledged;
  }

  #waitForServer(): Promise<void> | null {
    return this.#countUnderWay() < MOST_UNDER_WAY ? null : this.#waitAcknowledged(MOST_UNDER_WAY / 2);
  }

  #waitAcknowledged(atMost: number): Promise<void> {
    return this.#options.counters.waitUntil(() => this.#countUnderWay() <= atMost);
  }

  /** Every device announces its next wake-up and disconnects. */
  async stop(): Promise<void> {
    this.#options.timeline.stop();
    await this.#replayed?.catch(() => undefined);
    await Promise.all(this.devices.map((device) => device.handle({ kind: 'stop' }).catch(() => undefined)));
  }

  /** Ends like a power failure. */
  abandon(): void {
    this.#options.timeline.stop();
    for (const device of this.devices) device.abandon();
  }
}
