import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const controlSettingsCommand = defineCommand({
  type: 'ControlSettings',
  label: 'Request Settings',
  summary: 'Asks for the settings.',
  parameters: none,
  example: {},
});
