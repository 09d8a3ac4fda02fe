import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const factoryResetCommand = defineCommand({
  type: 'FactoryReset',
  label: 'Factory Reset',
  summary: 'Sets everything back to what the factory has set.',
  parameters: none,
  example: {},
});
