import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE, LEGACY } from '../gates.ts';

export const deviceInfoCommand = defineCommand({
  type: 'DeviceInfo',
  label: markText('Device Info'),
  summary: markText('Asks for the versions of firmware, hardware and protocol.'),
  parameters: none,
  example: {},
  gate: { cellular: LEGACY, iridium: EVERY_FIRMWARE },
  dialog: { place: 4 },
});
