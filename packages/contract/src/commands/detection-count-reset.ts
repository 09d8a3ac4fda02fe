import { defineCommand } from './command.ts';
import { none } from './fields.ts';

export const detectionCountResetCommand = defineCommand({
  type: 'DetectionCountReset',
  label: 'Detection Count Reset',
  summary: 'Lets the device count its detections from zero.',
  parameters: none,
  example: {},
  notice: 'detectionCount',
});
