import { whole, type Conversion } from '../layout/conversion.ts';
import { field } from '../layout/field.ts';
import { defineLayout, type ValuesOf } from '../layout/layout.ts';

// The short reports: 05 device info, 06 acknowledgement, 08 error.

const STATUS = whole(0, 3) as Conversion<0 | 1 | 2 | 3>;

export const INFO = defineLayout('big-endian', [
  field('u16', 'firmwareMajorVersion', '10 of 10.71; above 999 it is rejected'),
  field('u16', 'firmwareMinorVersion', '71 of 10.71; above 999 it is rejected'),
  field('u8', 'protocolVersion', ''),
  field('u8', 'hardwareMajorVersion', ''),
  field('u8', 'hardwareMinorVersion', ''),
  field('u8', 'productNumber', '18 AGM10, 62 AGM20'),
]);
export type InfoBody = ValuesOf<typeof INFO>;

export const ACKNOWLEDGEMENT = defineLayout('big-endian', [
  field('u32', 'id', 'of the command'),
  field('u8', 'status', '0 accepted, 1 rejected, 2 bad authentication, 3 busy', STATUS),
  field('u8', 'detail', 'why it was rejected, 0 when the device does not say'),
]);
export type AckBody = ValuesOf<typeof ACKNOWLEDGEMENT>;

export const ERROR = defineLayout('big-endian', [
  field('u16', 'code', "the firmware's own number"),
  field('u32', 'detail', 'belongs to the code: an address, a count'),
]);
export type ErrorBody = ValuesOf<typeof ERROR>;
