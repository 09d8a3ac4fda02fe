import { z } from 'zod';
import { defineCommand } from './command.ts';
import { whole } from './fields.ts';

export const sdModeCommand = defineCommand({
  type: 'SdMode',
  label: 'Disk Commands',
  summary: 'Deletes, downloads or formats what is on the SD card.',
  parameters: z.object({ SdMode: whole(0, 7) }),
  example: { SdMode: 3 },
});
