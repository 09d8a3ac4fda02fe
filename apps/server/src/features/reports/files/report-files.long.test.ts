import { anyReport } from '@waymark/domain/report/testing/any-report';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printPdf } from './testing/collect.ts';
import { readPdf } from './testing/read-pdf.ts';

test('any report as PDF has all its pages, each with the total', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyReport, fc.constantFrom('Default', 'Summary'), async (report, type) => {
      const pages = readPdf(await printPdf(report, type));
      expect(pages.length).toBeGreaterThanOrEqual(type === 'Default' ? 3 : 1);
      for (const [at, page] of pages.entries()) expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
    }),
    { numRuns: 50 },
  );
});
