import { z } from 'zod';
import { commandId, time, u8 } from './fields.ts';

const firmwarePart = z.int().min(0).max(999);

export const deviceInfoSchema = z.object({
  t: time,
  /** The command this answers; null when the device tells it unasked. */
  id: commandId.nullable().default(null),
  firmwareMajorVersion: firmwarePart,
  firmwareMinorVersion: firmwarePart,
  protocolVersion: u8,
  hardwareMajorVersion: u8,
  hardwareMinorVersion: u8,
  /** 18 is AGM10, 62 is AGM20. */
  productNumber: u8,
});
export type DeviceInfo = z.output<typeof deviceInfoSchema>;
