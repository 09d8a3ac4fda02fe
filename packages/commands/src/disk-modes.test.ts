import { describe, expect, test } from 'vitest';
import { FILE_TYPES, LEGACY_RAW, listFileTypes, listSdModes, SD_MODES } from './disk-modes.ts';

const to = (firmwareVersion: number | null) => ({ firmwareVersion, isIridium: false });

describe('disk commands', () => {
  const words = (version: number | null) => listSdModes(to(version)).map((mode) => SD_MODES[mode]);

  test.each([2.3, 9.9, null])(
    '[C-074] [C-075] firmware %s has eight disk commands in the order of their numbers',
    (version) => {
      expect(words(version)).toEqual([
        'Delete OFFLINE PSGs via Cell',
        'Delete OFFLINE PSGs via Sat',
        'Delete ONLINE PSGs',
        'Format SD card',
        'Download OFFLINE via Cell',
        'Download OFFLINE via Sat',
        'Download ONLINE PSGs',
        'Exit Download Session',
      ]);
    },
  );

  test.each([10, 10.05, 10.71, 11])('[C-076] firmware %d only has Format SD card', (version) => {
    expect(words(version)).toEqual(['Format SD card']);
    expect(listSdModes(to(version))).toEqual([3]);
  });
});

describe('file types', () => {
  test('[C-056] the file types are offline via cell, online, offline via satellite and raw, 0 to 3', () => {
    expect(FILE_TYPES).toEqual(['Offline via Cell', 'Online', 'Offline via Sat', 'Raw']);
  });

  test('[C-081] raw files of old firmware have a label of their own', () => {
    expect(LEGACY_RAW).toBe('RAW - 5 Mins Max');
  });

  test.each<[number | null, boolean]>([
    [2.5, true],
    [9.9, true],
    [10, false],
    [10.44, false],
    [10.7, false],
    [10.71, true],
    [11, true],
    [null, true],
  ])('firmware %s has raw files: %s', (version, hasRaw) => {
    expect(listFileTypes(to(version))).toEqual(hasRaw ? [0, 1, 2, 3] : [0, 1, 2]);
  });
});
