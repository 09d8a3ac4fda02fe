/** Kinds of records that are counted per device and day; several rows of one passage count once. */
export const RECORD_KINDS = ['heartbeat', 'passage', 'error', 'info', 'control', 'gps'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
