import { moveFrom } from '../../geo/great-circle.ts';
import { generateLine } from '../../path/line.ts';
import type { Marker } from '../../path/marker.ts';
import type { Fluid } from '../estimate/pace-filter.ts';
import { DEFAULT_AUTO_SETTINGS, manualPassage, type Run } from '../run.ts';

// Simulated runs with known truth: liquid and gas, 40 to 200 km, with flow changes and shut-downs, in gas also stops
// and surges. Some markers hear nothing, and their places and clocks are slightly off.

/** A seeded random number generator. */
export interface Dice {
  chance(probability: number): boolean;
  normal(): number;
  uniform(least: number, most: number): number;
  logUniform(least: number, most: number): number;
}

interface Habits {
  /** Constant relative deviation from the expected pace. */
  readonly bias: number;
  readonly unrest: { readonly deviation: number; readonly lengthM: number };
  /** Metres between two stops, each followed by a surge. */
  readonly stickyM: number | null;
  /** Pressure at the launch relative to the end: gas expands and accelerates. */
  readonly pressures: readonly [least: number, most: number];
}

const HABITS: Readonly<Record<Fluid, Habits>> = {
  liquid: { bias: 0.12, unrest: { deviation: 0.02, lengthM: 2000 }, stickyM: null, pressures: [1, 1] },
  gas: { bias: 0.18, unrest: { deviation: 0.1, lengthM: 5000 }, stickyM: 20_000, pressures: [1.1, 1.6] },
};

const STEP_M = 20;
const HOUR_S = 3600;
const FLOW_STEP_EVERY_S = 10 * HOUR_S;
const SHUT_DOWN_EVERY_S = 60 * HOUR_S;
const SILENT_SHARE = 0.08;

const LAUNCHED_AT = Date.UTC(2026, 0, 1);
const LAUNCH = { lat: 36, lon: -97 };

export interface SimulatedRun {
  /** The run just after its launch. */
  readonly run: Run;
  /** True arrival times at each marker. */
  readonly arrivedAt: readonly number[];
  /** Passage times reported by the markers; null: nothing heard, and at the launch and receive site. */
  readonly heardAt: readonly (number | null)[];
}

function placeMarkers(dice: Dice, lengthM: number): number[] {
  const spacingM = dice.logUniform(1500, 9000);
  const places = [0];
  for (let atM = spacingM * dice.uniform(0.6, 1.4); atM <= lengthM - 800; atM += spacingM * dice.uniform(0.6, 1.4))
    places.push(atM);
  return [...places, lengthM];
}

/** Faster where the pressure has fallen. */
function makeProfile(pressure: number, lengthM: number): (atM: number) => number {
  return (atM) => (pressure + 1) / 2 / Math.sqrt(pressure ** 2 - (pressure ** 2 - 1) * Math.min(1, atM / lengthM));
}

/** Seconds from the launch to each place. */
function travel(dice: Dice, fluid: Fluid, places: readonly number[], expectedSpeed: number): number[] {
  const { bias, unrest, stickyM, pressures } = HABITS[fluid];
  const hasten = makeProfile(dice.uniform(...pressures), places.at(-1) ?? 0);
  const kept = Math.exp(-STEP_M / unrest.lengthM);
  let flow = expectedSpeed * Math.exp(bias * dice.normal());
  let [atM, seconds, swing, surgeM, surge] = [0, 0, 0, 0, 1];
  const arrivals = [0];
  while (arrivals.length < places.length) {
    swing = kept * swing + Math.sqrt(1 - kept ** 2) * unrest.deviation * dice.normal();
    let speed = flow * hasten(atM) * Math.exp(swing);
    if (surgeM > 0) {
      speed *= surge;
      surgeM -= STEP_M;
    } else if (stickyM !== null && dice.chance(STEP_M / stickyM)) {
      const stoppedS = dice.logUniform(30, 480);
      seconds += stoppedS;
      surgeM = dice.uniform(200, 800);
      surge = 1 + Math.min(2.5, stoppedS / 120);
    }
    const stepS = STEP_M / speed;
    if (dice.chance(stepS / FLOW_STEP_EVERY_S)) flow *= Math.exp(0.15 * dice.normal());
    if (dice.chance(stepS / SHUT_DOWN_EVERY_S)) seconds += dice.logUniform(600, 5400);
    atM += STEP_M;
    seconds += stepS;
    for (let next = places[arrivals.length]; next !== undefined && next <= atM; next = places[arrivals.length]) {
      arrivals.push(seconds - (atM - next) / speed);
    }
  }
  return arrivals;
}

function makeMarkers(dice: Dice, places: readonly number[]): Marker[] {
  return places.map((placeM, at) => {
    const isEnd = at === 0 || at === places.length - 1;
    const fromLaunchM = at === 0 ? 0 : placeM + 5 * dice.normal();
    return {
      name: `M ${at}`,
      ...moveFrom(LAUNCH, 0, fromLaunchM),
      state: isEnd ? 'SKIP' : 'TRACK',
      description: at === 0 ? 'LAUNCH' : isEnd ? 'RECEIVE' : 'AGM',
      note: '',
      distanceMetres: null,
      fromLaunchM,
      autoLink: !isEnd,
      autoVerify: !isEnd,
      autoLinkedUids: isEnd ? [] : [at],
      linkedUid: null,
    };
  });
}

function makeRun(markers: readonly Marker[], expectedSpeed: number): Run {
  const [launch, receive] = [markers[0] ?? LAUNCH, markers.at(-1) ?? LAUNCH];
  return {
    runId: 1,
    groupId: 1,
    rev: 1,
    pig: 'MFL',
    launchAt: LAUNCHED_AT,
    completedAt: null,
    edit: null,
    jobNumber: null,
    passages: [],
    auto: DEFAULT_AUTO_SETTINGS,
    path: {
      pathId: 1,
      name: 'Simulated',
      launchSiteLat: launch.lat,
      launchSiteLon: launch.lon,
      receiveSiteLat: receive.lat,
      receiveSiteLon: receive.lon,
      agms: markers.flatMap(({ autoLinkedUids }) => autoLinkedUids),
      offlineAgms: {},
      pigs: ['MFL'],
      expectedSpeed,
      pipelineDiameter: 12,
      pigLineGenerated: generateLine(markers),
      pigLineKml: null,
      notes: '',
      markers,
      csvFileName: '',
      notifications: [],
    },
  };
}

export function simulateRun(dice: Dice, fluid: Fluid): SimulatedRun {
  const [lengthM, expectedSpeed] = [dice.uniform(40_000, 200_000), dice.uniform(0.5, 3.5)];
  const places = placeMarkers(dice, lengthM);
  const arrivedAt = travel(dice, fluid, places, expectedSpeed).map((seconds) => LAUNCHED_AT + seconds * 1000);
  const heardAt = arrivedAt.map((at, marker) => {
    const isHeard = marker > 0 && marker < places.length - 1 && !dice.chance(SILENT_SHARE);
    return isHeard ? Math.round(at + 1000 * dice.normal() * (dice.chance(0.1) ? 20 : 0.5)) : null;
  });
  return { run: makeRun(makeMarkers(dice, places), expectedSpeed), arrivedAt, heardAt };
}

/** The same run with less even travel times: each segment is scaled by a random factor with this log deviation. */
export function roughen({ run, arrivedAt, heardAt }: SimulatedRun, dice: Dice, deviation: number): SimulatedRun {
  const arrived = [LAUNCHED_AT];
  for (const [at, then] of arrivedAt.entries()) {
    const before = arrivedAt[at - 1];
    if (before !== undefined)
      arrived.push((arrived[at - 1] ?? LAUNCHED_AT) + (then - before) * Math.exp(deviation * dice.normal()));
  }
  return {
    run,
    arrivedAt: arrived,
    heardAt: heardAt.map((at, marker) => (at === null ? null : Math.round(arrived[marker] ?? at))),
  };
}

/** The run after a user has ended it, with all passages verified. */
export function completeRun(simulated: SimulatedRun): Run {
  const { run } = [...followRun(simulated)].at(-1) ?? simulated;
  return { ...run, completedAt: Math.round(simulated.arrivedAt.at(-1) ?? LAUNCHED_AT) };
}

/** Yields the states of the run: after the launch, then after each verified passage. */
export function* followRun({
  run,
  heardAt,
}: SimulatedRun): Generator<{ readonly run: Run; /** Of the marker that has heard it last. */ readonly at: number }> {
  yield { run, at: 0 };
  const passages: Run['passages'][number][] = [];
  for (const [at, passageAt] of heardAt.entries()) {
    if (passageAt === null) continue;
    passages.push(manualPassage(`M ${at}`, passageAt));
    yield { run: { ...run, passages: [...passages] }, at };
  }
}
