import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const deviceRestartCommand = defineCommand({
  type: 'DeviceRestart',
  label: 'Device Restart',
  summary: 'Restarts the device.',
  parameters: none,
  example: {},
});
