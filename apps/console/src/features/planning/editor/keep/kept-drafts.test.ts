import { exampleMarkers } from '@waymark/contract/runs/marker';
import { readMarker } from '@waymark/contract/runs/read-path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NEW_DRAFT, type EditorDraft } from '../draft.ts';
import { findKept, forgetKept, keepDraft, readKept } from './kept-drafts.ts';

/** A browser with room for the given number of characters. */
function stubStorage(room: number): void {
  const held = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    removeItem: (key: string) => held.delete(key),
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      held.set(key, text);
    },
  });
}

const draft = (pathId: number, change: Partial<EditorDraft> = {}): EditorDraft => ({
  ...NEW_DRAFT,
  pathId,
  name: `Path ${pathId}`,
  ...change,
});
const LONG_LINE = Array.from({ length: 500 }, (_, at) => [-96 + at / 1000, 36] as const);

describe('unsaved drafts', () => {
  beforeEach(() => stubStorage(100_000));
  afterEach(() => vi.unstubAllGlobals());

  it('keeps one draft per user and path, the latest first', () => {
    keepDraft(1, { draft: draft(-1), saved: NEW_DRAFT, keptAt: 1000 });
    keepDraft(1, { draft: draft(7), saved: draft(7, { name: 'Before' }), keptAt: 2000 });
    keepDraft(2, { draft: draft(9), saved: NEW_DRAFT, keptAt: 3000 });
    keepDraft(1, { draft: draft(-1, { name: 'Newer' }), saved: NEW_DRAFT, keptAt: 4000 });
    expect(readKept(1).map(({ draft: { name } }) => name)).toEqual(['Newer', 'Path 7']);
    expect(findKept(1, 7)).toEqual({
      draft: draft(7),
      saved: draft(7, { name: 'Before' }),
      keptAt: 2000,
      isLineLost: false,
    });
    expect(findKept(1, 9)).toBeNull();
  });

  it('deletes a draft after it is saved or discarded', () => {
    keepDraft(1, { draft: draft(7), saved: NEW_DRAFT, keptAt: 1000 });
    forgetKept(1, 8);
    expect(readKept(1)).toHaveLength(1);
    forgetKept(1, 7);
    expect(readKept(1)).toEqual([]);
  });

  it('stores a draft without its line if that is too long for the browser, and says so', () => {
    stubStorage(4000);
    keepDraft(1, { draft: draft(7, { lineKml: LONG_LINE, lineFileName: 'line.kml' }), saved: NEW_DRAFT, keptAt: 1000 });
    expect(findKept(1, 7)).toMatchObject({
      isLineLost: true,
      draft: { name: 'Path 7', lineKml: null, lineFileName: null },
    });
  });

  it('reads markers in the spelling of this build, also from an older draft', () => {
    const markers = exampleMarkers.map(readMarker);
    const old = { draft: { ...draft(7), markers: exampleMarkers }, saved: draft(7), keptAt: 1000 };
    localStorage.setItem('waymark.pathDrafts.1', JSON.stringify([old]));
    expect(findKept(1, 7)?.draft.markers).toEqual(markers);
    keepDraft(1, { draft: draft(7, { markers }), saved: NEW_DRAFT, keptAt: 2000 });
    expect(findKept(1, 7)?.draft.markers).toEqual(markers);
  });

  it.each(['no json', '{}', '[1]', '[{"draft":{"name":"old"},"saved":{},"keptAt":1}]'])(
    'ignores a draft of another version: %s',
    (text) => {
      localStorage.setItem('waymark.pathDrafts.1', text);
      expect(readKept(1)).toEqual([]);
    },
  );
});
