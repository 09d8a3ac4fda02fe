import { changeMarker } from '@waymark/domain/run/changes/changes';
import { after, plainRun, withoutAgms, withSeen } from '@waymark/domain/run/testing/plain-run';
import { describe, expect, it } from 'vitest';
import type { MarkerForm } from '#/map/signs/lay-out-signs.ts';
import { trackPlain } from '../testing/track-plain.ts';
import { RunFeed, type RunsDiff, type RunSource, type View } from './run-feed.ts';

const everywhere: View = { zoom: 16, sees: () => true };

function watchFeed() {
  const told: (readonly [RunSource, RunsDiff])[] = [];
  const placed: number[][] = [];
  const forms = new Map<string, MarkerForm>();
  const silenced = new Set<string>();
  const feed = new RunFeed({
    heardOf: () => undefined,
    findBand: () => null,
    update: (source, diff) => told.push([source, diff]),
    placeMarkers: (runs) => placed.push(runs.map(({ tracked: { run } }) => run.runId)),
    findLook: (key) => ({
      at: { x: 0, y: 0 },
      form: forms.get(key) ?? 'icon',
      isOnDevice: false,
      hasNameRoom: true,
      isSilenced: silenced.has(key),
    }),
  });
  return { feed, placed, forms, silenced, takeTold: () => told.splice(0) };
}

const sourcesOf = (told: readonly (readonly [RunSource, RunsDiff])[]) => told.map(([source]) => source).toSorted();
const idsOf = (told: readonly (readonly [RunSource, RunsDiff])[], wanted: RunSource) =>
  told.flatMap(([source, { add }]) => (source === wanted ? add.map(({ id }) => id) : []));

/** Markers without an AGM are never overdue. */
const tracked = trackPlain(withoutAgms(withSeen(plainRun(), { M1: 100 }), 'M2', 'M3', 'M4'));

describe('the run feed', () => {
  it('[T-027] the feed draws line, markers and pig of each run, once', () => {
    const { feed, takeTold } = watchFeed();
    feed.take([tracked], after(150));
    const told = takeTold();
    expect(idsOf(told, 'run-markers')).toEqual(['1 L', '1 M1', '1 M2', '1 M3', '1 M4', '1 R']);
    expect(idsOf(told, 'run-pigs')).toEqual(['1 pig', '1 expected', '1 future']);
    expect(idsOf(told, 'run-lines')).toEqual(['1 past', '1 future']);
    feed.take([tracked], after(151));
    expect(takeTold()).toEqual([]);
  });

  it('[T-001] the feed redraws only the pig while it moves, and only if the movement is visible', () => {
    const { feed, takeTold } = watchFeed();
    feed.take([tracked], after(150));
    takeTold();
    feed.move(after(150.01), everywhere);
    expect(takeTold()).toEqual([]);
    feed.move(after(151), everywhere);
    expect(sourcesOf(takeTold())).toEqual(['run-pigs']);
    feed.move(after(152), { ...everywhere, zoom: 4 });
    expect(takeTold()).toEqual([]);
    feed.move(after(250), everywhere);
    expect(sourcesOf(takeTold())).toEqual(['run-lines', 'run-pigs']);
  });

  it('[W-106] the feed redraws a run when a marker becomes overdue, although its pig does not move', () => {
    const { feed, takeTold } = watchFeed();
    const watched = trackPlain(withSeen(plainRun(), { M1: 100 }));
    feed.take([watched], after(150));
    feed.move(after(5000), everywhere);
    const markers = takeTold().findLast(([source]) => source === 'run-markers')?.[1];
    expect(markers?.add.find(({ id }) => id === '1 M2')?.properties).toMatchObject({ badge: 'run-badge-overdue' });
    feed.move(after(5001), everywhere);
    expect(takeTold()).toEqual([]);
  });

  it('[W-283] the feed hides and shows markers when the signs are laid out again', () => {
    const { feed, placed, forms, takeTold } = watchFeed();
    forms.set('1 M2', 'hidden');
    feed.take([tracked], after(150));
    expect(placed).toEqual([[1]]);
    expect(idsOf(takeTold(), 'run-markers')).toEqual(['1 L', '1 M1', '1 M3', '1 M4', '1 R']);
    feed.redrawMarkers();
    expect(takeTold()).toEqual([]);
    forms.set('1 M2', 'icon').set('1 L', 'hidden');
    feed.redrawMarkers();
    const told = takeTold();
    expect(sourcesOf(told)).toEqual(['run-markers']);
    expect(idsOf(told, 'run-markers')).toEqual(['1 M1', '1 M2', '1 M3', '1 M4', '1 R']);
    expect(told[0]?.[1].remove).toContain('1 L');
  });

  it('[W-345] the feed redraws a run when a silence of one of its markers begins or ends', () => {
    const { feed, silenced, takeTold } = watchFeed();
    feed.take([tracked], after(150));
    takeTold();
    const listSilenced = () =>
      takeTold().flatMap(([, { add }]) =>
        add.flatMap(({ id, properties }) => (properties?.['isSilenced'] ? [id] : [])),
      );
    silenced.add('1 M2');
    feed.redrawMarkers();
    expect(listSilenced()).toEqual(['1 M2']);
    silenced.clear();
    feed.redrawMarkers();
    expect(listSilenced()).toEqual([]);
  });

  it('the feed skips runs out of view, and draws them at their present place when they come into view', () => {
    const { feed, takeTold } = watchFeed();
    feed.take([tracked], after(150));
    takeTold();
    feed.move(after(250), { ...everywhere, sees: () => false });
    expect(takeTold()).toEqual([]);
    feed.move(after(250), everywhere);
    expect(idsOf(takeTold(), 'run-pigs')).toContain('1 pig');
  });

  it('the feed redraws a changed run, and removes one that has ended', () => {
    const { feed, takeTold } = watchFeed();
    feed.take([tracked], after(150));
    takeTold();
    const changed = changeMarker(tracked.run, 'M3', { description: 'VALVE' });
    if (!changed.ok) throw new Error(changed.failure.code);
    feed.take([trackPlain({ ...changed.value, rev: 2 })], after(150));
    const markers = takeTold().find(([source]) => source === 'run-markers')?.[1];
    expect(markers?.remove).toContain('1 M3');
    expect(markers?.add.find(({ id }) => id === '1 M3')?.properties).toMatchObject({ icon: 'run-VALVE' });
    feed.take([], after(150));
    expect(takeTold().flatMap(([, { add }]) => add)).toEqual([]);
    feed.move(after(400), everywhere);
    expect(takeTold()).toEqual([]);
  });
});
