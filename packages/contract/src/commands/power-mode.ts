import { z } from 'zod';
import { defineCommand } from './command.ts';
import { powerMode, scheduleIndex } from './fields.ts';

export const powerModeCommand = defineCommand({
  type: 'PowerMode',
  label: 'Power Mode',
  summary: 'Sets how the device saves power, and how often it calls when it sleeps.',
  parameters: z.object({ powerMode, connectSchedule: scheduleIndex.optional() }),
  example: { powerMode: 2, connectSchedule: 0 },
  notice: 'powerMode',
});
