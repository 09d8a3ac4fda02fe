import { expect, test } from 'vitest';
import { RECORD_MODES } from '@waymark/domain/device/modes';
import { listRecordModes } from './record-modes.ts';

const list = (isIridium: boolean) => listRecordModes({ isIridium }).map((mode) => RECORD_MODES[mode]);

test('[C-070] the record modes over cellular are Off, On and Download', () => {
  expect(list(false)).toEqual(['Off', 'On', 'Download']);
});

test('[C-071] the record modes over satellite are Off and On', () => {
  expect(list(true)).toEqual(['Off', 'On']);
});
