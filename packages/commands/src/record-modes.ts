import type { CommandTarget, GateFault } from './gates.ts';

export const RECORD_MODE = { off: 0, on: 1, download: 2 } as const;

/** The record modes available for a device. Over satellite files can only be requested by their time range. */
export function listRecordModes({ isIridium }: Pick<CommandTarget, 'isIridium'>): readonly number[] {
  const { off, on, download } = RECORD_MODE;
  return isIridium ? [off, on] : [off, on, download];
}

export function findRecordModeFault(mode: unknown, target: CommandTarget): GateFault | null {
  return typeof mode !== 'number' || listRecordModes(target).includes(mode) ? null : 'other-link';
}
