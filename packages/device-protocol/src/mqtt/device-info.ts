import { z } from 'zod';
import { answeredId, time, u8 } from './fields.ts';

const firmwarePart = z.int().min(0).max(999);

export const deviceInfoSchema = z.object({
  t: time,
  id: answeredId,
  firmwareMajorVersion: firmwarePart.describe('10 of 10.71'),
  firmwareMinorVersion: firmwarePart.describe('71 of 10.71'),
  protocolVersion: u8,
  hardwareMajorVersion: u8,
  hardwareMinorVersion: u8,
  productNumber: u8.describe('18 AGM10, 62 AGM20'),
});
export type DeviceInfo = z.output<typeof deviceInfoSchema>;
