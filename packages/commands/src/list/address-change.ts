import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { readText } from '../words.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const addressChangeCommand = defineCommand({
  type: 'AddressChange',
  label: markText('Address Change'),
  summary: 'Tells the device by which address it reaches the server.',
  parameters: z.object({ address: z.string().max(64) }),
  example: { address: 'devices.example.com' },
  gate: { cellular: EVERY_FIRMWARE },
  harms: [{ text: markText('Address Change: the AGM reports to the new address from then on.') }],
  describe: (parameters) => readText(parameters, 'address'),
  danger: { text: 'It sends the device to another server.' },
});
