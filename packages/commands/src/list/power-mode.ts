import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { powerMode, scheduleIndex } from '../fields.ts';
import { findPowerModeFault } from '../power-modes.ts';
import { describePower } from '../words.ts';
import { EVERY_FIRMWARE } from '../gates.ts';
import { CELLULAR_OFF, HIBERNATE } from '../run-harms.ts';

export const powerModeCommand = defineCommand({
  type: 'PowerMode',
  label: markText('Power Mode'),
  summary: 'Sets how the device saves power, and how often it calls when it sleeps.',
  parameters: z.object({ powerMode, connectSchedule: scheduleIndex.optional() }),
  example: { powerMode: 2, connectSchedule: 0 },
  gate: { cellular: EVERY_FIRMWARE },
  findFault: ({ powerMode: mode }, target) => findPowerModeFault(mode, target),
  limits: ['Cellular OFF: the cellular link, and firmware from 10.44. Low Power over satellite: firmware from 10.29.'],
  describe: describePower,
  danger: {
    ...CELLULAR_OFF,
    text: 'With Cellular OFF the device stays out of reach until someone beside it turns it on.',
  },
  harms: [HIBERNATE, CELLULAR_OFF],
  dialog: { place: 1 },
  notice: 'powerMode',
});
