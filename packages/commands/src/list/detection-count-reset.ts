import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { none } from '../fields.ts';
import { LEGACY } from '../gates.ts';

export const detectionCountResetCommand = defineCommand({
  type: 'DetectionCountReset',
  label: markText('Detection Count Reset'),
  summary: markText('Lets the device count its detections from zero.'),
  parameters: none,
  example: {},
  gate: { cellular: LEGACY },
  dialog: { place: 6 },
  notice: 'detectionCount',
});
