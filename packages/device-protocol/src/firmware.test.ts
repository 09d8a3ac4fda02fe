import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFirmwareVersion } from '@waymark/domain/device/firmware';
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

  it('[W-133] 10.100 is newer than 10.44 and 10.99 and older than 10.101 and 11.00', () => {
    const texts = ['10.44', '10.99', '10.100', '10.101', '10.255', '10.999', '11.0', '11.100'];
    const versions = texts.map((text) => computeFirmwareVersion(parseFirmware(text) ?? { major: 0, minor: 0 }));
    expect(versions).toEqual([...new Set(versions)].toSorted((left, right) => left - right));
  });

  it('[W-133] the number converts back to the text, also with a minor of three digits', () => {
    const major = fc.integer({ min: 10, max: 999 });
    const minor = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(fc.record({ major, minor }), (firmware) => {
        const shown = formatFirmwareVersion(computeFirmwareVersion(firmware));
        expect(shown).toBe(`${firmware.major}.${String(firmware.minor).padStart(2, '0')}`);
      }),
    );
    expect(formatFirmwareVersion(computeFirmwareVersion({ major: 2, minor: 100 }))).toBe('2.100');
    expect(formatFirmwareVersion(computeFirmwareVersion({ major: 2, minor: 6 }))).toBe('2.6');
  });

  it.each(['', '10', '10.', '.5', '10.71.2', '-1.2', '10.7a', '1e3.1', '10,71'])('%o is not a firmware', (text) => {
    expect(parseFirmware(text)).toBeNull();
  });

  it('a firmware survives writing and reading', () => {
    const part = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(fc.record({ major: part, minor: part }), (firmware) => {
        expect(parseFirmware(formatFirmware(firmware))).toEqual(firmware);
      }),
    );
  });
});
