import { SD_MODES } from '@waymark/domain/command/disk-modes';
import { z } from 'zod';
import { defineCommand } from './command.ts';
import { placeIn } from './fields.ts';

export const sdModeCommand = defineCommand({
  type: 'SdMode',
  label: 'Disk Commands',
  summary: 'Deletes, downloads or formats what is on the SD card.',
  parameters: z.object({ SdMode: placeIn(SD_MODES) }),
  example: { SdMode: 3 },
});
