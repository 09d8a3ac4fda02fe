import { z } from 'zod';
import { defineCommand } from './command.ts';
import { bit } from './fields.ts';

export const foldStateCommand = defineCommand({
  type: 'FoldState',
  label: 'Antenna Detector',
  summary: 'Switches the detector that tells whether the antenna is folded out.',
  parameters: z.object({ UnfoldedAntennaDetectorEnable: bit }),
  example: { UnfoldedAntennaDetectorEnable: 1 },
});
