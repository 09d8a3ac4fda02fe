import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const deviceInfoCommand = defineCommand({
  type: 'DeviceInfo',
  label: 'Device Info',
  summary: 'Asks for the versions of firmware, hardware and protocol.',
  parameters: none,
  example: {},
});
