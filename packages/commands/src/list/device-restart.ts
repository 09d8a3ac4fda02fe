import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE } from '../gates.ts';
import { RESTART_TEXT } from '../run-harms.ts';

export const deviceRestartCommand = defineCommand({
  type: 'DeviceRestart',
  label: markText('Device Restart'),
  summary: markText('Restarts the device.'),
  parameters: none,
  example: {},
  gate: { cellular: EVERY_FIRMWARE },
  harms: [{ text: RESTART_TEXT }],
  dialog: { place: 7, sendLabel: markText('Restart') },
});
