import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const gpsFixCommand = defineCommand({
  type: 'GpsFix',
  label: 'GPS Fix',
  summary: 'Asks for a new position.',
  parameters: none,
  example: {},
});
