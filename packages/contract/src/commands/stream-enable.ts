import { z } from 'zod';
import { defineCommand } from './command.ts';

export const streamEnableCommand = defineCommand({
  type: 'StreamEnable',
  label: 'Stream Enable',
  summary: 'Starts or stops the live stream.',
  parameters: z.object({ streamEnabled: z.boolean() }),
  example: { streamEnabled: true },
  notice: 'streamEnable',
});
