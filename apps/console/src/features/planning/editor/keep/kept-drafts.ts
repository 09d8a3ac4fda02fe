import type { SentMarker } from '@waymark/contract/runs/marker';
import { readMarker } from '@waymark/contract/runs/read-path';
import type { Marker } from '@waymark/domain/path/marker';
import { readJson, readText, removeStored, writeText } from '#/api/browser-storage.ts';
import { NEW_DRAFT, type EditorDraft } from '../draft.ts';

// Unsaved changes in this browser: one draft per path and user.

export interface KeptDraft {
  readonly draft: EditorDraft;
  /** The draft when it was opened. */
  readonly saved: EditorDraft;
  /** UTC milliseconds. */
  readonly keptAt: number;
  /** The line of its line file was too large for this browser. */
  readonly isLineLost: boolean;
}

const keyOf = (userId: number) => `waymark.pathDrafts.${userId}`;

/** Older builds stored the markers in the spelling of the wire. */
const readKeptMarker = (kept: Marker | SentMarker): Marker => ('fromLaunchM' in kept ? kept : readMarker(kept));

const readKeptDraft = (kept: EditorDraft): EditorDraft => ({ ...kept, markers: kept.markers.map(readKeptMarker) });

function isDraft(value: unknown): value is EditorDraft {
  return typeof value === 'object' && value !== null && Object.keys(NEW_DRAFT).every((field) => field in value);
}

function isKept(value: unknown): value is KeptDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'draft' in value &&
    isDraft(value.draft) &&
    'saved' in value &&
    isDraft(value.saved) &&
    'keptAt' in value
  );
}

/** The latest first. */
export function readKept(userId: number): readonly KeptDraft[] {
  const stored = readJson(keyOf(userId));
  if (!Array.isArray(stored)) return [];
  return stored
    .filter(isKept)
    .map((kept) => ({ ...kept, draft: readKeptDraft(kept.draft), saved: readKeptDraft(kept.saved) }))
    .toSorted((one, other) => other.keptAt - one.keptAt);
}

export function findKept(userId: number, pathId: number): KeptDraft | null {
  return readKept(userId).find(({ draft }) => draft.pathId === pathId) ?? null;
}

function write(userId: number, kept: readonly KeptDraft[]): boolean {
  if (kept.length === 0) {
    removeStored(keyOf(userId));
    return true;
  }
  const text = JSON.stringify(kept);
  writeText(keyOf(userId), text);
  return readText(keyOf(userId))?.length === text.length;
}

const withoutLine = (draft: EditorDraft): EditorDraft => ({
  ...draft,
  lineKml: null,
  lineFileName: null,
  lineNote: null,
});

/** A long line may exceed the browser's quota: the rest of the draft is stored without it. */
export function keepDraft(userId: number, kept: Omit<KeptDraft, 'isLineLost'>): void {
  const others = readKept(userId).filter(({ draft }) => draft.pathId !== kept.draft.pathId);
  if (write(userId, [...others, { ...kept, isLineLost: false }])) return;
  const light = {
    ...kept,
    draft: withoutLine(kept.draft),
    saved: withoutLine(kept.saved),
    isLineLost: kept.draft.lineKml !== null,
  };
  write(userId, [...others, light]);
}

export function forgetKept(userId: number, pathId: number): void {
  const kept = readKept(userId);
  const others = kept.filter(({ draft }) => draft.pathId !== pathId);
  if (others.length < kept.length) write(userId, others);
}
