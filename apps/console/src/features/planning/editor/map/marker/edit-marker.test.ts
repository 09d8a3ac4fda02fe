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
  it('[M-036] turns to SKIP and waits for no device any longer; back at TRACK it is not linked again', () => {
    const skipped = changeMarker(draftOf(), 'M1', { state: 'SKIP' });
    const unlinked = { autoLink: false, autoVerify: false, autoLinkedUids: [], linkedUid: null };
    expect(find(skipped, 'M1')).toMatchObject({ state: 'SKIP', ...unlinked });
    expect(find(changeMarker(skipped, 'M1', { state: 'TRACK' }), 'M1')).toMatchObject({ state: 'TRACK', ...unlinked });
  });

  it('is measured anew where it has been moved to, and those behind it too', () => {
    const moved = changeMarker(draftOf(), 'M1', moveFrom(moveFrom(LAUNCH, 90, 1000), 0, 1000));
    expect(find(moved, 'M1')?.fromLaunchM).toBeCloseTo(1000 * Math.SQRT2, -1);
    expect(find(moved, 'RS')?.fromLaunchM).toBeCloseTo(2000 * Math.SQRT2, -1);
  });

  it('keeps the distances that the file gave', () => {
    const draft = measureDraft({
      ...draftOf(),
      markers: draftOf().markers.map((marker, at) => ({ ...marker, distanceMetres: at * 500 })),
    });
    expect(find(changeMarker(draft, 'M1', moveFrom(LAUNCH, 0, 9000)), 'M1')?.fromLaunchM).toBe(500);
  });

  it('is launch or receive for good, but these can be moved and noted too', () => {
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

  it('has a note of 200 characters at most', () => {
    expect(find(changeMarker(draftOf(), 'M1', { note: 'x'.repeat(201) }), 'M1')?.note).toHaveLength(200);
  });
});
