import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { bit } from '../fields.ts';
import { onOrOff } from '../words.ts';

export const foldStateCommand = defineCommand({
  type: 'FoldState',
  label: markText('Antenna Detector'),
  summary: 'Switches the detector that tells whether the antenna is folded out.',
  parameters: z.object({ UnfoldedAntennaDetectorEnable: bit }),
  example: { UnfoldedAntennaDetectorEnable: 1 },
  gate: { cellular: { above: 2.4, below: 10 } },
  describe: ({ UnfoldedAntennaDetectorEnable: state }, t) => onOrOff(state, t),
  dialog: { place: 12, isShownEarly: true },
});
