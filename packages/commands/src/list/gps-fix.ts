import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE } from '../gates.ts';

export const gpsFixCommand = defineCommand({
  type: 'GpsFix',
  label: markText('GPS Fix'),
  summary: 'Asks for a new position.',
  parameters: none,
  example: {},
  gate: { cellular: EVERY_FIRMWARE },
});
