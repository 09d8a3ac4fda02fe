import { z } from 'zod';
import { defineCommand } from './command.ts';

export const addressChangeCommand = defineCommand({
  type: 'AddressChange',
  label: 'Address Change',
  summary: 'Tells the device by which address it reaches the server.',
  parameters: z.object({ address: z.string().max(64) }),
  example: { address: 'devices.example.com' },
});
