import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameDevicesExport, nameRunExport } from './export-names.ts';

const NOW = Date.UTC(2026, 2, 18, 23, 59, 59);

test('[O-084] an export by AGM is named by the UTC day', () => {
  expect(nameDevicesExport(NOW)).toBe('2026-03-18-ReportData-ByAgm.csv');
});

test.each([
  ['[O-085]', 'Cushing - Tulsa 16', '2026-03-18-ReportData-Cushing - Tulsa 16.csv'],
  ['[O-085]', 'Línea Norte – 輸送', '2026-03-18-ReportData-Línea Norte – 輸送.csv'],
  ['[O-085]', '', '2026-03-18-ReportData-CompletedPigRun.csv'],
  ['[O-059] [O-085]', ' \r\n', '2026-03-18-ReportData-CompletedPigRun.csv'],
  ['[O-059]', '8" loop', '2026-03-18-ReportData-8 loop.csv'],
  ['[O-059]', 'North\r\nSouth', '2026-03-18-ReportData-NorthSouth.csv'],
  ['', 'A/B\\C: 50% <x>|*?', '2026-03-18-ReportData-A_B_C_ 50% _x____.csv'],
  ['', '../../etc', '2026-03-18-ReportData-.._.._etc.csv'],
])('%s an export of the run %j is named %j', (_, name, file) => {
  expect(nameRunExport(NOW, name)).toBe(file);
});

test('the file of a run stays in its folder, whatever the name of the run', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.oneof(
          fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
          fc.constantFrom('é', '輸', '🐖', '\u0085', '\u2028'),
        ),
        maxLength: 150,
      }),
      (name) => {
        expect(nameRunExport(NOW, name)).toMatch(/^2026-03-18-ReportData-[^/\\:*?"<>|\p{Cc}]+\.csv$/u);
      },
    ),
  );
});
