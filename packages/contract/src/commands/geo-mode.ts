import { z } from 'zod';
import { defineCommand } from './command.ts';
import { geoMode } from './fields.ts';

export const geoModeCommand = defineCommand({
  type: 'GeoMode',
  label: 'Geophone Gain',
  summary: 'Sets the gain of the geophone.',
  parameters: z.object({ GeoMode: geoMode }),
  example: { GeoMode: 2 },
});
