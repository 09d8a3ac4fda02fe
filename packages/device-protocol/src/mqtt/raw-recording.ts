// The raw recording of a device, in blocks of a second: 1000 × i16 LE of the geophone, then 200 × i16 LE of the field.
// The contents of the packets of a raw download, joined in their order, are such blocks one after the other.

export const RAW_GEO_PER_S = 1000;
export const RAW_EM_PER_S = 200;
export const RAW_BLOCK_BYTES = 2 * (RAW_GEO_PER_S + RAW_EM_PER_S);
