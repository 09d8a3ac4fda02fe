import { markText } from '@waymark/domain/language/translate';
import { findFirmwareFault, type CommandTarget } from './gates.ts';
import { RAW_FILES } from './windows.ts';

/** In the order of their numbers. */
export const SD_MODES = [
  markText('Delete OFFLINE PSGs via Cell'),
  markText('Delete OFFLINE PSGs via Sat'),
  markText('Delete ONLINE PSGs'),
  markText('Format SD card'),
  markText('Download OFFLINE via Cell'),
  markText('Download OFFLINE via Sat'),
  markText('Download ONLINE PSGs'),
  markText('Exit Download Session'),
] as const;
export const FORMAT_SD_CARD = 3;

/** From firmware 10 the card can only be formatted. */
export function listSdModes({ firmwareVersion }: CommandTarget): readonly number[] {
  return findFirmwareFault(firmwareVersion, { below: 10 }) ? [FORMAT_SD_CARD] : SD_MODES.map((_, mode) => mode);
}

/** 0 offline via cell, 1 online, 2 offline via satellite, 3 raw. */
export const FILE_TYPES = [
  markText('Offline via Cell'),
  markText('Online'),
  markText('Offline via Sat'),
  markText('Raw'),
] as const;
/** Label of the raw recording in the form for firmware below 10. */
export const LEGACY_RAW = markText('RAW - 5 Mins Max');

/** Firmware below 10 has the legacy raw files, 10.71 and above the new ones, versions in between have none. */
export function listFileTypes({ firmwareVersion }: CommandTarget): readonly number[] {
  const isLegacy = findFirmwareFault(firmwareVersion, { below: 10 }) === null;
  const isNew = findFirmwareFault(firmwareVersion, { from: 10.71 }) === null;
  return isLegacy || isNew ? [0, 1, 2, RAW_FILES] : [0, 1, 2];
}
