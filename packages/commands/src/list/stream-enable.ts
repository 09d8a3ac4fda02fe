import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { onOrOff } from '../words.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const streamEnableCommand = defineCommand({
  type: 'StreamEnable',
  label: markText('Stream Enable'),
  summary: 'Starts or stops the live stream.',
  parameters: z.object({ streamEnabled: z.boolean() }),
  example: { streamEnabled: true },
  gate: { cellular: EVERY_FIRMWARE },
  describe: ({ streamEnabled }, t) => onOrOff(streamEnabled, t),
  dialog: { place: 8 },
  notice: 'streamEnable',
});
