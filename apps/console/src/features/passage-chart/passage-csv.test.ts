import { describe, expect, it } from 'vitest';
import { namePassageFile, writePassageCsv } from './passage-csv.ts';

const END = Date.UTC(2026, 2, 16, 9, 42, 11, 120);
const samples = Array.from({ length: 500 }, (_, at) => at - 250);

describe('the CSV of a passage', () => {
  const lines = writePassageCsv(END, [{ name: 'ELF', samples }]).split('\r\n');

  it('[P-017] a CSV file has 500 samples, 64 ms apart, from 32 s before the end', () => {
    expect(lines[0]).toBe('Timestamp,ELF');
    expect(lines.slice(1, 4)).toEqual([
      '2026-03-16 09:41:39.120,-250',
      '2026-03-16 09:41:39.184,-249',
      '2026-03-16 09:41:39.248,-248',
    ]);
    expect(lines[500]).toBe('2026-03-16 09:42:11.056,249');
    expect(lines.slice(501)).toEqual(['']);
  });

  it('a CSV file has a column for each waveform', () => {
    const [head, first] = writePassageCsv(END, [
      { name: 'ELF', samples: [7] },
      { name: 'MAG', samples: [-3] },
    ]).split('\r\n');
    expect([head, first]).toEqual(['Timestamp,ELF,MAG', '2026-03-16 09:41:39.120,7,-3']);
  });

  it('[P-052] a CSV file is named by device, detection count and the digits of the time', () => {
    const passage = { uid: 10_488, detectionCount: 148, passageTimeStamp: '2026-03-17 23:25:11.352' };
    expect(namePassageFile(passage, 'csv')).toBe('10488-148-20260317232511352.csv');
    expect(namePassageFile(passage, 'png')).toBe('10488-148-20260317232511352.png');
  });
});
