import { listSdModes, SD_MODES } from '@waymark/commands/disk-modes';
import type { CommandTarget } from '@waymark/commands/gates';
import { listRecordModes } from '@waymark/commands/record-modes';
import { markText } from '@waymark/domain/language/translate';
import { GEO_MODES, RECORD_MODES, SHORT_SENSITIVITIES, STREAM_MODES } from '@waymark/domain/device/modes';
import { t } from '#/language/t.ts';

/** A value that a form offers. */
export interface Choice {
  readonly value: number;
  readonly label: string;
}

const byNumber = (words: readonly string[]): readonly Choice[] =>
  words.map((word, value) => ({ value, label: t(word) }));

export const GEO_CHOICES = byNumber(GEO_MODES);
export const SENSITIVITY_CHOICES = byNumber(SHORT_SENSITIVITIES);
/** The user can only start or stop a stream; its link is not part of the choice. */
export const STREAM_CHOICES = byNumber(STREAM_MODES.slice(0, 2));
export const ANTENNA_CHOICES = byNumber([markText('Off'), markText('On')]);

export function listRecordChoices(target: CommandTarget): readonly Choice[] {
  return listRecordModes(target).map((value) => ({ value, label: t(RECORD_MODES[value] ?? '') }));
}

export function listDiskChoices(target: CommandTarget): readonly Choice[] {
  return listSdModes(target).map((value) => ({ value, label: t(SD_MODES[value] ?? '') }));
}
