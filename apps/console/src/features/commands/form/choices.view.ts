import { listSdModes, SD_MODES } from '@waymark/commands/disk-modes';
import type { CommandTarget } from '@waymark/commands/gates';
import { listRecordModes } from '@waymark/commands/record-modes';
import { GEO_MODES, RECORD_MODES, SHORT_SENSITIVITIES, STREAM_MODES } from '@waymark/domain/device/modes';

/** A value that a form offers. */
export interface Choice {
  readonly value: number;
  readonly label: string;
}

const byNumber = (words: readonly string[]): readonly Choice[] => words.map((label, value) => ({ value, label }));

export const GEO_CHOICES = byNumber(GEO_MODES);
export const SENSITIVITY_CHOICES = byNumber(SHORT_SENSITIVITIES);
/** The user can only start or stop a stream; its link is not part of the choice. */
export const STREAM_CHOICES = byNumber(STREAM_MODES.slice(0, 2));
export const ANTENNA_CHOICES = byNumber(['Off', 'On']);

export function listRecordChoices(target: CommandTarget): readonly Choice[] {
  return listRecordModes(target).map((value) => ({ value, label: RECORD_MODES[value] ?? '' }));
}

export function listDiskChoices(target: CommandTarget): readonly Choice[] {
  return listSdModes(target).map((value) => ({ value, label: SD_MODES[value] ?? '' }));
}
