import { samples } from '../layout/field.ts';
import { defineLayout } from '../layout/layout.ts';

// The raw recording of a device in blocks of one second. The concatenated packets of a raw download are a sequence of
// such blocks.

export const RAW_GEO_PER_S = 1000;
export const RAW_EM_PER_S = 200;

export const RAW_BLOCK = defineLayout('little-endian', [
  samples('i16', RAW_GEO_PER_S, 'geo', 'geophone; full scale is 32768'),
  samples('i16', RAW_EM_PER_S, 'em', 'field; full scale is 32768'),
]);
export const RAW_BLOCK_BYTES = RAW_BLOCK.length;
