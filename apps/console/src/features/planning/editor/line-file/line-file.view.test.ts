import { importMarkers } from '@waymark/domain/path/import-markers';
import { describe, expect, it } from 'vitest';
import { NEW_DRAFT, type EditorDraft } from '../draft.ts';
import { describeLine, dropLine, takeLine } from './line-file.view.ts';

const imported = importMarkers({
  header: ['AGM Marker Name', 'Latitude', 'Longitude', 'State'],
  rows: [
    ['S', '36', '-96', ''],
    ['E', '36.2', '-96', ''],
  ],
});
const draft: EditorDraft = { ...NEW_DRAFT, markers: imported.ok ? imported.value : [] };
const detour = [
  { lat: 36, lon: -96 },
  { lat: 36, lon: -96.5 },
  { lat: 36.2, lon: -96 },
];
const lengthOf = ({ markers }: EditorDraft) => markers.at(-1)?.fromLaunchM ?? 0;

describe('a line file', () => {
  it.each([
    [{ points: detour, pieces: 1, widestGapM: 0 }, '3 points, in one piece'],
    [{ points: detour, pieces: 3, widestGapM: 41.2 }, '3 points, 3 pieces joined, widest gap 41 m'],
    [{ points: detour, pieces: 2, widestGapM: 12_340 }, '3 points, 2 pieces joined, widest gap 12.3 km'],
  ])('describeLine says how the file was joined: %j', (drawn, words) => {
    expect(describeLine(drawn, 'metric')).toBe(words);
  });

  it('[R-051] takeLine measures along the line until it is removed', () => {
    const along = takeLine(draft, 'line.kml', { points: detour, pieces: 1, widestGapM: 0 }, 'metric');
    expect(along).toMatchObject({ lineFileName: 'line.kml', lineNote: '3 points, in one piece' });
    expect(lengthOf(along)).toBeGreaterThan(2 * lengthOf(draft));
    expect(dropLine(along)).toEqual(draft);
  });

  it('takeLine reverses a line in the opposite direction', () => {
    const turned = takeLine(draft, 'line.kml', { points: detour.toReversed(), pieces: 1, widestGapM: 0 }, 'metric');
    expect(turned.lineKml?.[0]).toEqual([-96, 36]);
  });
});
