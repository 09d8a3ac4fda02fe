import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { EVERY_FIRMWARE, LEGACY } from '../gates.ts';

export const controlSettingsCommand = defineCommand({
  type: 'ControlSettings',
  label: markText('Request Settings'),
  summary: markText('Asks for the settings.'),
  parameters: none,
  example: {},
  gate: { cellular: LEGACY, iridium: EVERY_FIRMWARE },
  dialog: { place: 5 },
});
