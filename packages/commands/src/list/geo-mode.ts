import { z } from 'zod';
import { markText } from '@waymark/domain/language/translate';
import { defineCommand } from '../definition.ts';
import { geoMode } from '../fields.ts';
import { describeGeoMode } from '@waymark/domain/device/modes';
import { readNumber } from '../words.ts';

export const geoModeCommand = defineCommand({
  type: 'GeoMode',
  label: markText('Geophone Gain'),
  summary: 'Sets the gain of the geophone.',
  parameters: z.object({ GeoMode: geoMode }),
  example: { GeoMode: 2 },
  gate: { cellular: { above: 2.3, below: 10 } },
  describe: (parameters, t) => t(describeGeoMode(readNumber(parameters, 'GeoMode'))),
  dialog: { place: 10 },
});
