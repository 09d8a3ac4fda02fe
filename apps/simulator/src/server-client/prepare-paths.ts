import { writePath } from '@waymark/contract/runs/read-path';
import { computeDistanceM } from '@waymark/domain/geo/great-circle';
import { generateLine, measureMarkers, trackOf } from '@waymark/domain/path/line';
import type { Marker } from '@waymark/domain/path/marker';
import type { LinePoint, PigPath } from '@waymark/domain/path/pig-path';
import { z } from 'zod';
import { projectToLine, type Line } from '../line/line.ts';
import type { FleetPlan } from '../scenario/plan-fleet.ts';
import type { ServerClient } from './server-client.ts';

// Builds the paths of a scenario's lines, for a company that has none yet.

const NEAR_M = 100;
const USUAL_SPEED_MPS = 1.341;

const heldSchema = z.array(z.object({ groupId: z.int() }));

/** "Cushing - Tulsa" runs from Cushing to Tulsa. */
function nameMarker({ name, kind }: Line['markers'][number], line: Line): string {
  const [from, to] = line.name.split(' - ');
  if (kind === 'LAUNCH') return from ?? name;
  return kind === 'RECEIVE' ? (to ?? name) : name;
}

/** Tracks only markers with an AGM. The last one never verifies automatically: a user looks at its passages. */
function toMarkers(line: Line, agms: FleetPlan['devices']): Omit<Marker, 'fromLaunchM'>[] {
  const isWatched = (marker: Line['markers'][number]) =>
    marker.kind === 'AGM' && agms.some(({ profile }) => computeDistanceM(profile, marker) <= NEAR_M);
  const last = line.markers.findLast(isWatched);
  return line.markers.map((marker) => {
    const isTracked = isWatched(marker);
    return {
      name: nameMarker(marker, line),
      lat: marker.lat,
      lon: marker.lon,
      state: isTracked ? 'TRACK' : 'SKIP',
      description: marker.kind,
      note: '',
      distanceMetres: null,
      autoLink: isTracked,
      autoVerify: isTracked && marker !== last && marker.distanceM <= (line.path?.verifiedShare ?? 1) * line.lengthM,
      autoLinkedUids: [],
      linkedUid: null,
    };
  });
}

/** The path of a line with the devices along it; null without a plan or devices. */
export function buildPath(line: Line, { devices, pigs }: Pick<FleetPlan, 'devices' | 'pigs'>): PigPath | null {
  const standing = devices.filter(({ profile }) => projectToLine(line, profile).offsetM < NEAR_M);
  const agms = standing.map(({ profile }) => profile.uid);
  if (!line.path || agms.length === 0) return null;
  const markers = toMarkers(line, standing);
  const sites = {
    launchSiteLat: line.from.lat,
    launchSiteLon: line.from.lon,
    receiveSiteLat: line.to.lat,
    receiveSiteLon: line.to.lon,
  };
  const lines = {
    pigLineGenerated: generateLine(markers),
    pigLineKml: line.points.map(({ lat, lon }): LinePoint => [lon, lat]),
  };
  return {
    pathId: -1,
    name: line.name,
    ...sites,
    ...lines,
    agms,
    offlineAgms: {},
    pigs: line.path.pigs,
    expectedSpeed: pigs.find((pig) => pig.line === line)?.expectedMps ?? USUAL_SPEED_MPS,
    pipelineDiameter: line.diameterIn,
    notes: line.path.notes,
    markers: measureMarkers(markers, trackOf({ ...sites, ...lines })),
    csvFileName: `${line.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.csv`,
    notifications: [],
  };
}

export async function preparePaths(client: ServerClient, plan: FleetPlan, groupId: number): Promise<void> {
  const paths = plan.lines.flatMap((line) => buildPath(line, plan) ?? []);
  if (paths.length === 0) return;
  const held = await client.call(heldSchema, 'GET', '/pigrun/pigpath');
  if (held.some((path) => path.groupId === groupId)) return;
  for (const path of paths) await client.call(z.int(), 'POST', '/pigrun/pigpath/add', writePath(path));
}
