import { t } from '#/language/t.ts';

/** All keyboard shortcuts, for the list that `?` opens. */
export const SHORTCUTS = [
  { keys: ['?'], does: t('List the keyboard shortcuts') },
  { keys: ['/'], does: t('Search for a device') },
  { keys: ['r'], does: t('Open and close the board of runs') },
  { keys: ['s'], does: t('Open the sheet of the chosen run') },
  { keys: ['q'], does: t('Open the queue of passages to verify') },
  { keys: ['g', 'h'], does: t('Show all devices on the map') },
  { keys: [t('Esc')], does: t('Close the dialog, window or panel on top') },
  { keys: [t('Tab')], does: t('Go to the next control') },
  { keys: ['←', '→'], does: t('Passage chart: previous and next passage') },
  { keys: ['1', '2', '3', '4'], does: t('Passage chart: ELF, GEO, MAG, all') },
  { keys: ['v'], does: t('Passage chart: verify, or take that back') },
  { keys: ['e'], does: t('Passage chart: edit the time; Enter picks it') },
  { keys: [t('Shift'), '←', '→'], does: t('Passage chart: move the cursor') },
  { keys: ['+', '-', '0'], does: t('Passage chart: come nearer, go back, show all') },
] as const;

export type Shortcut = 'list-shortcuts' | 'focus-search' | 'go-home' | 'toggle-board' | 'open-sheet' | 'open-queue';

interface KeyPress {
  readonly key: string;
  readonly hasModifier: boolean;
  readonly atMs: number;
}
/** The first key of a sequence, and when it was pressed. */
export interface PendingKey {
  readonly key: string;
  readonly atMs: number;
}
interface KeyStep {
  readonly pending: PendingKey | null;
  readonly shortcut: Shortcut | null;
}

const SEQUENCE_MS = 1000;
const SINGLES: Readonly<Record<string, Shortcut>> = {
  '?': 'list-shortcuts',
  '/': 'focus-search',
  r: 'toggle-board',
  R: 'toggle-board',
  s: 'open-sheet',
  S: 'open-sheet',
  q: 'open-queue',
  Q: 'open-queue',
};
const SEQUENCES: Readonly<Record<string, Readonly<Record<string, Shortcut>>>> = { g: { h: 'go-home' } };

/** The action of a key press after the previous one. */
export function stepKeys(pending: PendingKey | null, { key, hasModifier, atMs }: KeyPress): KeyStep {
  if (hasModifier) return { pending: null, shortcut: null };
  const isInTime = pending !== null && atMs - pending.atMs <= SEQUENCE_MS;
  const second = isInTime ? SEQUENCES[pending.key]?.[key] : undefined;
  if (second) return { pending: null, shortcut: second };
  if (SINGLES[key]) return { pending: null, shortcut: SINGLES[key] };
  return { pending: SEQUENCES[key] ? { key, atMs } : null, shortcut: null };
}
