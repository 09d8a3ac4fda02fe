import { moveFrom } from '@waymark/domain/geo/great-circle';
import type { Marker } from '@waymark/domain/path/marker';
import { describe, expect, it } from 'vitest';
import { measureDraft, NEW_DRAFT, type EditorDraft } from '#/features/planning/editor/draft.ts';
import { changeMarker, isEnd, listDescriptions } from './edit-marker.ts';

const LAUNCH = { lat: 36.4, lon: -97.9 };

const markerAt = (name: string, distanceM: number, change: Partial<Marker> = {}): Marker => ({
  name,
  ...moveFrom(LAUNCH, 90, distanceM),
  state: 'TRACK',
  description: 'AGM',
  note: '',
  distanceMetres: null,
  fromLaunchM: distanceM,
  autoLink: true,
  autoVerify: true,
  autoLinkedUids: [7],
  linkedUid: 7,
  ...change,
});

const draftOf = (change: Partial<Marker> = {}): EditorDraft =>
  measureDraft({
    ...NEW_DRAFT,
    markers: [
      markerAt('LS', 0, { state: 'SKIP', description: 'LAUNCH', ...change }),
      markerAt('M1', 1000, change),
      markerAt('RS', 2000, { state: 'SKIP', description: 'RECEIVE', ...change }),
    ],
  });

const find = (draft: EditorDraft, name: string) => draft.markers.find((marker) => marker.name === name);

describe('a marker that is edited', () => {
  it('[M-036] a marker that becomes SKIP loses its links; TRACK does not restore them', () => {
    const skipped = changeMarker(draftOf(), 'M1', { state: 'SKIP' });
    const unlinked = { autoLink: false, autoVerify: false, autoLinkedUids: [], linkedUid: null };
    expect(find(skipped, 'M1')).toMatchObject({ state: 'SKIP', ...unlinked });
    expect(find(changeMarker(skipped, 'M1', { state: 'TRACK' }), 'M1')).toMatchObject({ state: 'TRACK', ...unlinked });
  });

  it('a moved marker and those after it are measured again', () => {
    const moved = changeMarker(draftOf(), 'M1', moveFrom(moveFrom(LAUNCH, 90, 1000), 0, 1000));
    expect(find(moved, 'M1')?.fromLaunchM).toBeCloseTo(1000 * Math.SQRT2, -1);
    expect(find(moved, 'RS')?.fromLaunchM).toBeCloseTo(2000 * Math.SQRT2, -1);
  });

  it('unmoved markers keep the distances of the file', () => {
    const draft = measureDraft({
      ...draftOf(),
      markers: draftOf().markers.map((marker, at) => ({ ...marker, distanceMetres: at * 500 })),
    });
    expect(find(changeMarker(draft, 'M1', moveFrom(LAUNCH, 0, 9000)), 'M1')?.fromLaunchM).toBe(500);
  });

  it('launch and receive keep their kind, but can be moved and have a note', () => {
    const draft = draftOf();
    expect([isEnd(draft, 'LS'), isEnd(draft, 'M1'), isEnd(draft, 'RS')]).toEqual([true, false, true]);
    const changed = changeMarker(draft, 'LS', {
      state: 'TRACK',
      description: 'VALVE',
      lat: 36.5,
      note: 'Gate code 12',
    });
    expect(find(changed, 'LS')).toMatchObject({
      state: 'SKIP',
      description: 'LAUNCH',
      lat: 36.5,
      note: 'Gate code 12',
    });
    expect(listDescriptions({ description: 'AGM' })).not.toContain('LAUNCH');
    expect(listDescriptions({ description: 'RECEIVE' })).toContain('RECEIVE');
  });

  it('a note is cut to 200 characters', () => {
    expect(find(changeMarker(draftOf(), 'M1', { note: 'x'.repeat(201) }), 'M1')?.note).toHaveLength(200);
  });
});
