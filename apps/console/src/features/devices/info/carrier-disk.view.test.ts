import { exampleDetail } from '@waymark/contract/devices/device';
import { expect, it } from 'vitest';
import { describeDisk, formatShare, listCarriers } from './carrier-disk.view.ts';

it('[D-009] [D-010] shows the primary and the active carrier', () => {
  expect(listCarriers(exampleDetail)).toEqual([
    { name: 'FirstNet', part: 'primary' },
    { name: 'AT&T', part: 'active' },
  ]);
  expect(listCarriers({ primaryCarrier: null, activeCarrier: '' })).toEqual([]);
});

it('[D-012] [D-013] shows disk usage by MB, else by file counts, else nothing', () => {
  const noFiles = { numberOfflineFiles: null, numberOnlineFiles: null };
  expect(describeDisk(exampleDetail)).toEqual({ text: '9,214 / 15,204', unit: 'MB', share: 9214 / 15_204 });
  expect(describeDisk({ ...exampleDetail, diskSizeMBytes: 0 })).toEqual({
    text: '12 offline, 340 online',
    unit: 'files',
    share: null,
  });
  expect(describeDisk({ ...noFiles, diskSizeMBytes: null, diskUseMBytes: null, diskShare: null })).toBeNull();
});

it('[W-155] shows the share of the disk that a satellite device reports with its files', () => {
  const satellite = { ...exampleDetail, diskUseMBytes: null, diskSizeMBytes: null, diskShare: 0.085 };
  expect(describeDisk(satellite)).toEqual({ text: '12 offline, 340 online', unit: 'files', share: 0.085 });
});

it('writes a share as a percentage', () => {
  expect(formatShare(9214 / 15_204)).toBe('61%');
});
