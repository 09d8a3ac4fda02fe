import { DESCRIPTIONS, iconOf } from '@waymark/domain/path/marker';
import { changeMarker } from '@waymark/domain/run/changes/changes';
import { manualPassage, type Run } from '@waymark/domain/run/run';
import { after, plainRun, withSeen } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it, vi } from 'vitest';
import { runIcons } from '#/map/icons/run-icons.ts';
import { knowTracked } from '#/features/runs/tracked-run.ts';
import { trackPlain } from '../testing/track-plain.ts';
import { drawPig } from './pig-place.ts';
import {
  describeLines,
  describeMarkers,
  describePig,
  describePigLabel,
  findLines,
  placeMarkers,
} from './run-features.ts';

const look = { at: { x: 0, y: 0 }, form: 'icon', isOnDevice: false, hasNameRoom: true, isSilenced: false } as const;

const propertiesOf = (run: Run) =>
  new Map(
    describeMarkers(trackPlain(run), knowTracked(trackPlain(run), after(300)).markers, () => look).map(
      ({ properties }) => [String(properties?.['name']), properties],
    ),
  );

/** The first and last latitude, as metres north of the launch. */
function spanOf(features: ReturnType<typeof describePig>, id: string): readonly number[] {
  const line = features.find((feature) => feature.id === id);
  if (line?.geometry.type !== 'LineString') return [];
  const north = ([, lat = 0]: readonly number[]) => Math.round((lat - 36) * 111_195);
  return [north(line.geometry.coordinates[0] ?? []), north(line.geometry.coordinates.at(-1) ?? [])];
}

describe('a run on the map', () => {
  it('[T-029] each marker has an icon by its description', () => {
    for (const description of DESCRIPTIONS) {
      const run = changeMarker(plainRun(), 'M2', { description });
      if (!run.ok) throw new Error(run.failure.code);
      expect(propertiesOf(run.value).get('M2')).toMatchObject({
        icon: `run-${iconOf({ description, state: 'TRACK' })}`,
      });
    }
    const skipped = changeMarker(plainRun(), 'M2', { state: 'SKIP' });
    expect(skipped.ok && propertiesOf(skipped.value).get('M2')).toMatchObject({ icon: 'run-SKIP', weight: 'mark' });
    expect(Object.keys(runIcons)).toHaveLength(13);
  });

  it('[T-197] each marker has a mark for verified, pending or missing', () => {
    const seen = withSeen(plainRun(), { M2: 200 });
    const run = { ...seen, passages: [...seen.passages, { ...manualPassage('M3', after(290)), isVerified: false }] };
    const badges = [...propertiesOf(run)].map(([name, properties]) => `${name} ${properties?.['badge']}`);
    expect(badges).toEqual([
      'L ',
      'M1 run-badge-missing',
      'M2 run-badge-verified',
      'M3 run-badge-unverified',
      'M4 ',
      'R ',
    ]);
    expect(
      [...propertiesOf(run)].filter(([, properties]) => properties?.['isPassed'] === true).map(([name]) => name),
    ).toEqual(['M2']);
  });

  it('[T-001] the pig is turned along its line, which is solid up to the last confirmation and dotted up to the pig', () => {
    const tracked = trackPlain(withSeen(plainRun(), { M2: 200 }));
    const features = describePig(tracked, drawPig(tracked, undefined, after(250)), null);
    expect(features[0]).toMatchObject({ properties: { isPig: true, icon: 'pig', turn: -90 } });
    expect(describePigLabel(tracked, false, 'us')).toEqual({ name: 'MFL-12', detail: '22.37 mph' });
    expect(describePigLabel(tracked, true, 'us')).toEqual({ name: 'MFL-12', detail: 'overdue' });
    expect(spanOf(features, '1 expected')).toEqual([2000, 2500]);
    expect(spanOf(features, '1 future')).toEqual([2500, 4000]);
    expect(describeLines(tracked, 1).map(({ id }) => spanOf([...describeLines(tracked, 1)], id))).toEqual([
      [0, 2000],
      [4000, 5000],
    ]);
  });

  it('[W-283] the layout of signs gets the markers with their weights and linked devices, and the line of each device', () => {
    const run = plainRun();
    const linked = { ...run, path: { ...run.path, agms: [7, 8] } };
    const choose = vi.fn<(runId: number, name: string) => void>();
    const overdue = new Map([['M2', 'overdue' as const]]);
    const markers = placeMarkers({ run: linked }, overdue, choose);
    expect(markers.map(({ name, weight, isAlarmed }) => `${name} ${weight} ${isAlarmed}`)).toEqual([
      'L end false',
      'M1 track false',
      'M2 track true',
      'M3 track false',
      'M4 track false',
      'R end false',
    ]);
    markers[1]?.choose();
    expect(choose).toHaveBeenCalledWith(1, 'M1');
    expect([...findLines([linked, { ...linked, runId: 2 }])]).toEqual([
      [7, 1],
      [8, 1],
    ]);
  });

  it('the pig stays upright on a line that leads to the left', () => {
    const west = plainRun();
    const turned = {
      ...west,
      path: {
        ...west.path,
        pigLineKml: [
          [-97, 36],
          [-98, 36],
        ] as const,
      },
    };
    const tracked = trackPlain(turned);
    expect(describePig(tracked, drawPig(tracked, undefined, after(50)), null)[0]?.properties).toMatchObject({
      icon: 'pig-flipped',
    });
  });
});
