import { z } from 'zod';
import { uid, utcSecond } from './fields.ts';

/** A device information response with the field names of the documents. */
export const infoRow = z.object({
  uid,
  timeStampAck: utcSecond,
  firmwareMajorVersion: z.int(),
  firmwareMinorVersion: z.int(),
  protocolVersion: z.int(),
  hardwareMajorVersion: z.int(),
  hardwareMinorVersion: z.int(),
  productNumber: z.int(),
});
export type InfoRow = z.output<typeof infoRow>;

export const exampleInfoRow: InfoRow = {
  uid: 100_234,
  timeStampAck: '2026-03-18 00:04:02',
  firmwareMajorVersion: 10,
  firmwareMinorVersion: 71,
  protocolVersion: 4,
  hardwareMajorVersion: 3,
  hardwareMinorVersion: 1,
  productNumber: 62,
};
