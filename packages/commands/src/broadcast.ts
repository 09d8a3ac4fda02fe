import { markText } from '@waymark/domain/language/translate';
import type { BroadcastCode } from './broadcast-codes.ts';
import type { FileWindow } from './windows.ts';

// Validates a broadcast, with the texts and the order of the documents.

const TEXTS = {
  devices: markText('At least one AGM must be selected.'),
  settings: markText('Only one settings broadcast command may be selected at a time.'),
  power: markText('Power mode active and low power are mutually exclusive.'),
  disk: markText('Format disk and download between dates are mutually exclusive.'),
  window: markText('A valid start and end date, with the start before the end, is required.'),
  commands: markText('At least one broadcast command must be selected.'),
} as const;

const EXCLUSIVE: ReadonlyArray<readonly [readonly BroadcastCode[], string]> = [
  [['FS1', 'FS2', 'FS3', 'FS4'], TEXTS.settings],
  [['PM', 'PMLP'], TEXTS.power],
  [['SD', 'RFD'], TEXTS.disk],
];

/** The commands that cannot be combined with this one. */
export function listExcluded(code: BroadcastCode): readonly BroadcastCode[] {
  const group = EXCLUSIVE.find(([codes]) => codes.includes(code))?.[0] ?? [];
  return group.filter((other) => other !== code);
}

/** The text for commands that cannot be combined; null: they can. */
export function findExclusionFault(codes: readonly BroadcastCode[]): string | null {
  const broken = EXCLUSIVE.find(([group]) => group.filter((code) => codes.includes(code)).length > 1);
  return broken?.[1] ?? null;
}

export interface Broadcast {
  readonly uids: readonly number[];
  readonly codes: readonly BroadcastCode[];
  /** Time range of the download; null: none, or an invalid one. */
  readonly window: FileWindow | null;
}

function hasWindow({ window }: Broadcast): boolean {
  return window !== null && window.startAt < window.endAt;
}

/** The reason why this broadcast cannot be sent; null: it can. */
export function findBroadcastFault(broadcast: Broadcast): string | null {
  const { uids, codes } = broadcast;
  if (uids.length === 0) return TEXTS.devices;
  const exclusion = findExclusionFault(codes);
  if (exclusion !== null) return exclusion;
  if (codes.includes('RFD') && !hasWindow(broadcast)) return TEXTS.window;
  return codes.length === 0 ? TEXTS.commands : null;
}
