import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { recordMode } from '../fields.ts';
import { describeRecordMode } from '@waymark/domain/device/modes';
import { readNumber } from '../words.ts';
import { LEGACY } from '../gates.ts';

export const recordModeCommand = defineCommand({
  type: 'RecordMode',
  label: markText('Record Mode'),
  summary: 'Switches the recording to the disk, or hands the recorded files over.',
  parameters: z.object({ recordMode }),
  example: { recordMode: 1 },
  gate: { cellular: LEGACY },
  limits: ['`recordMode` 2, Download: the cellular link.'],
  describe: (parameters, t) => t(describeRecordMode(readNumber(parameters, 'recordMode'))),
  dialog: { place: 2 },
  notice: 'recordMode',
});
