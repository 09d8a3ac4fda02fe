import { z } from 'zod';
import { defineCommand } from './command.ts';
import { recordMode } from './fields.ts';

export const recordModeCommand = defineCommand({
  type: 'RecordMode',
  label: 'Record Mode',
  summary: 'Switches the recording to the disk, or hands the recorded files over.',
  parameters: z.object({ recordMode }),
  example: { recordMode: 1 },
  notice: 'recordMode',
});
