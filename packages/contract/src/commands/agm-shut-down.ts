import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const agmShutDownCommand = defineCommand({
  type: 'AGMShutDwn',
  label: 'Shutdown AGM',
  summary: 'Switches the device off. Only somebody beside it can switch it on again.',
  parameters: none,
  example: {},
});
