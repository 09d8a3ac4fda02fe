import { z } from 'zod';
import { defineCommand } from '../definition.ts';
import { geoMode } from '../fields.ts';
import { describeGeoMode } from '@waymark/domain/device/modes';
import { readNumber } from '../words.ts';

export const geoModeCommand = defineCommand({
  type: 'GeoMode',
  label: 'Geophone Gain',
  summary: 'Sets the gain of the geophone.',
  parameters: z.object({ GeoMode: geoMode }),
  example: { GeoMode: 2 },
  gate: { cellular: { above: 2.3, below: 10 } },
  describe: (parameters) => describeGeoMode(readNumber(parameters, 'GeoMode')),
  dialog: { place: 10 },
});
