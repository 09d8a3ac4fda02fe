import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFirmwareVersion, formatFirmware, parseFirmware } from './firmware.ts';

describe('firmware', () => {
  it.each([
    ['2.2', 2.2],
    ['2.6', 2.6],
    ['9.12', 9.12],
    ['10.5', 10.05],
    ['10.05', 10.05],
    ['10.44', 10.44],
    ['10.71', 10.71],
    ['10.80', 10.8],
  ])('%s counts as %d', (text, version) => {
    const firmware = parseFirmware(text);
    expect(firmware && computeFirmwareVersion(firmware)).toBe(version);
  });

  it('10.5 is below 10.44, which is below 10.71', () => {
    const versions = [5, 44, 71].map((minor) => computeFirmwareVersion({ major: 10, minor }));
    expect(versions).toEqual([...versions].toSorted((left, right) => left - right));
  });

  it.each(['', '10', '10.', '.5', '10.71.2', '-1.2', '10.7a', '1e3.1', '10,71'])('%o is no firmware', (text) => {
    expect(parseFirmware(text)).toBeNull();
  });

  it('is read back from its text', () => {
    const part = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(fc.record({ major: part, minor: part }), (firmware) => {
        expect(parseFirmware(formatFirmware(firmware))).toEqual(firmware);
      }),
    );
  });
});
