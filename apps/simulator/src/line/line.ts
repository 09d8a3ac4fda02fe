import { Random } from '@waymark/signals/random';
import { computeBearing, computeDistanceM, findMiddle, moveFrom, type Place } from '@waymark/domain/geo/great-circle';

// Demonstration lines between two towns, unrelated to real pipelines.

export type Fluid = 'liquid' | 'gas';

export interface LinePlan {
  readonly name: string;
  readonly fluid: Fluid;
  readonly diameterIn: number;
  readonly from: Place;
  readonly to: Place;
  readonly seed: number;
  /** The path saved for this line. */
  readonly path?: PathPlan | undefined;
}

export interface PathPlan {
  readonly pigs: readonly string[];
  readonly notes: string;
  /** Keeps a pig on its way at all times. */
  readonly runs?: { readonly notifies: boolean; readonly startsAtShare: number } | undefined;
  readonly stop?: { readonly atShare: number; readonly forH: number } | undefined;
  readonly verifiedShare?: number | undefined;
  /** Enters the last pig of the timetable as a completed run. */
  readonly isPastEntered?: boolean | undefined;
}

export interface Marker extends Place {
  readonly name: string;
  readonly kind: 'LAUNCH' | 'AGM' | 'VALVE' | 'TAP' | 'RECEIVE';
  /** Along the line. */
  readonly distanceM: number;
}

export interface Line extends LinePlan {
  readonly points: readonly Place[];
  /** Distance of each point along the line. */
  readonly distancesM: readonly number[];
  readonly lengthM: number;
  readonly markers: readonly Marker[];
}

const LEVELS = 4;
/** Lateral displacement of a leg's middle as a share of the leg: one standard deviation. */
const DISPLACEMENT = 0.015;
const MARKER_SPACING_M = [3000, 8000] as const;
const VALVE_SHARE = 0.35;
const TAP_SHARE = 0.7;

function bend(from: Place, to: Place, level: number, random: Random): readonly Place[] {
  if (level === 0) return [to];
  const aside = random.normal() * DISPLACEMENT * computeDistanceM(from, to);
  const middle = moveFrom(findMiddle(from, to), computeBearing(from, to) + 90, aside);
  return [...bend(from, middle, level - 1, random), ...bend(middle, to, level - 1, random)];
}

function sumDistances(points: readonly Place[]): readonly number[] {
  let sumM = 0;
  return points.map((point, at) => {
    const previous = points[at - 1];
    sumM += previous ? computeDistanceM(previous, point) : 0;
    return sumM;
  });
}

/** The place at a distance along the line, clamped to its ends. */
export function locate({ points, distancesM }: Pick<Line, 'points' | 'distancesM'>, distanceM: number): Place {
  const next = distancesM.findIndex((distance) => distance >= distanceM);
  const [from, to] = [points[Math.max(0, next - 1)], points[next]];
  if (next < 0 || !to || !from) return points.at(-1) ?? { lat: 0, lon: 0 };
  const startM = distancesM[Math.max(0, next - 1)] ?? 0;
  return next === 0 ? to : moveFrom(from, computeBearing(from, to), distanceM - startM);
}

function drawDistances(lengthM: number, random: Random): readonly number[] {
  const distances: number[] = [];
  const drawGap = () => random.uniform(...MARKER_SPACING_M);
  for (let at = drawGap(); at < lengthM - MARKER_SPACING_M[0]; at += drawGap()) distances.push(at);
  return distances;
}

function setMarkers(track: Pick<Line, 'points' | 'distancesM' | 'lengthM'>, random: Random): readonly Marker[] {
  const mark = (name: string, kind: Marker['kind'], distanceM: number): Marker => {
    return { name, kind, distanceM, ...locate(track, distanceM) };
  };
  const agms = drawDistances(track.lengthM, random).map((distanceM, at) => {
    return mark(`AGM ${String(at + 1).padStart(2, '0')}`, 'AGM', distanceM);
  });
  return [
    mark('LAUNCH', 'LAUNCH', 0),
    ...agms,
    mark('VALVE', 'VALVE', VALVE_SHARE * track.lengthM),
    mark('TAP', 'TAP', TAP_SHARE * track.lengthM),
    mark('RECEIVE', 'RECEIVE', track.lengthM),
  ].toSorted((left, right) => left.distanceM - right.distanceM);
}

/** A great circle with randomly displaced midpoints, four times over; the same for the same seed. */
export function layLine(plan: LinePlan): Line {
  const random = new Random(`line/${plan.seed}`);
  const points = [plan.from, ...bend(plan.from, plan.to, LEVELS, random.fork('bend'))];
  const distancesM = sumDistances(points);
  const track = { points, distancesM, lengthM: distancesM.at(-1) ?? 0 };
  return { ...plan, ...track, markers: setMarkers(track, random.fork('markers')) };
}

const METRES_PER_DEGREE = 111_195;

/** Distance along the line and offset from it, for the nearest point of the nearest leg. */
export function projectToLine(line: Line, place: Place): { readonly distanceM: number; readonly offsetM: number } {
  let best = { distanceM: 0, offsetM: Infinity };
  const perLon = METRES_PER_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  for (const [at, to] of line.points.entries()) {
    const from = line.points[at - 1];
    if (!from) continue;
    const [legEast, legNorth] = [(to.lon - from.lon) * perLon, (to.lat - from.lat) * METRES_PER_DEGREE];
    const [east, north] = [(place.lon - from.lon) * perLon, (place.lat - from.lat) * METRES_PER_DEGREE];
    const lengthM2 = legEast ** 2 + legNorth ** 2;
    const share = lengthM2 === 0 ? 0 : Math.min(1, Math.max(0, (east * legEast + north * legNorth) / lengthM2));
    const offsetM = Math.hypot(east - share * legEast, north - share * legNorth);
    const startM = line.distancesM[at - 1] ?? 0;
    if (offsetM < best.offsetM) best = { distanceM: startM + share * Math.sqrt(lengthM2), offsetM };
  }
  return best;
}
