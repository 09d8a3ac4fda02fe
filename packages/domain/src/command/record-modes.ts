import type { CommandTarget } from './gates.ts';

export const RECORD_MODE = { off: 0, on: 1, download: 2 } as const;

/** The record modes that the device can be set to. Over satellite files are asked for by their time range only. */
export function listRecordModes({ isIridium }: Pick<CommandTarget, 'isIridium'>): readonly number[] {
  const { off, on, download } = RECORD_MODE;
  return isIridium ? [off, on] : [off, on, download];
}
