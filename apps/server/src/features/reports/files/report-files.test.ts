import type { ReportType } from '@waymark/contract/routes/reports';
import { USUAL_READER } from '@waymark/domain/language/reader';
import { listDefaultLines } from '@waymark/domain/report/report-lines';
import { listTracked, type RunReport } from '@waymark/domain/report/summary-report';
import { anyReport } from '@waymark/domain/report/testing/any-report';
import { makeReport, reportedRun } from '@waymark/domain/report/testing/reported-run';
import { readPro } from '@waymark/files/pro/read-pro';
import { dropContext } from '@waymark/domain/language/translate';
import esConsole from '@waymark/languages/es/console.json' with { type: 'json' };
import esServer from '@waymark/languages/es/server.json' with { type: 'json' };
import esSignIn from '@waymark/languages/es/sign-in.json' with { type: 'json' };
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translateTo } from '../../../platform/language/translations.ts';
import { writeCsvReport } from './write-report.ts';
import { writeProReport } from './pro-report.ts';
import type { RowWaveforms } from './run-waveforms.queries.ts';
import { USUAL_STYLE, type PaperStyle } from './pdf/layout.ts';
import { collect, printPdf, printXlsx } from './testing/collect.ts';
import { readPdf } from './testing/read-pdf.ts';
import { readXlsx } from './testing/read-xlsx.ts';

const TYPES = ['Default', 'Summary'] as const;
/** Names in the order of the formats below. */
const GOLDEN: Readonly<Record<ReportType, string>> = { Default: 'default', Summary: 'summary' };

const RAMP = Int16Array.from({ length: 500 }, (_none, at) => at - 250);
async function* listWaveforms({ rows }: RunReport): AsyncGenerator<RowWaveforms, void, undefined> {
  const [, row] = rows;
  const waveform = { samplingRate: 16.666, samples: RAMP };
  if (row)
    yield {
      row,
      uid: 100_234,
      endOfSnipAt: (row.passage?.passageAt ?? 0) + 15_000,
      waveforms: [
        { channel: 'ELF', ...waveform },
        { channel: 'MAG', ...waveform },
      ],
    };
}
async function* none(): AsyncGenerator<RowWaveforms, void, undefined> {}

const traces = [
  {
    markerName: 'M1',
    uid: 100_234,
    passageAt: Date.UTC(2026, 2, 18, 9),
    traces: { ELF: { samplingRate: 16.666, samples: RAMP }, MAG: { samplingRate: 16.666, samples: RAMP } },
  },
];
describe.each(TYPES)('the %s report of a small run', (type) => {
  it('[O-074] [O-075] [O-057] [O-058] a CSV report matches the reviewed file', async () => {
    const text = (await collect(writeCsvReport(makeReport(), type, USUAL_READER))).toString();
    await expect(text).toMatchFileSnapshot(`golden/${GOLDEN[type]}.csv`);
  });

  it('[O-074] [O-075] [O-058] a .pro report matches the reviewed file', async () => {
    const text = (
      await collect(writeProReport(makeReport(), type, type === 'Default' ? listWaveforms(makeReport()) : none()))
    ).toString();
    await expect(text).toMatchFileSnapshot(`golden/${GOLDEN[type]}.pro`);
  });

  it('a workbook matches the reviewed cells: texts, and numbers, times and durations with their types', async () => {
    const sheets = readXlsx(await printXlsx(makeReport(), type));
    const text = sheets.map(({ rows }) => rows.map((row) => JSON.stringify(row)).join('\n')).join('\n\n');
    await expect(`${text}\n`).toMatchFileSnapshot(`golden/${GOLDEN[type]}.xlsx.txt`);
    expect(sheets.at(-1)?.xml).toContain('ySplit="1"');
  });

  it('a PDF report matches the reviewed text, page by page', async () => {
    const pages = readPdf(await printPdf(makeReport(), type, type === 'Default' ? traces : []));
    await expect(`${pages.map((page) => page.join('\n')).join('\n\n')}\n`).toMatchFileSnapshot(
      `golden/${GOLDEN[type]}.pdf.txt`,
    );
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
      expect(page.some((text) => text.endsWith('All times are UTC'))).toBe(true);
    }
  });
});

describe('any report', () => {
  const anyType = fc.constantFrom(...TYPES);

  it('[O-075] a CSV report of any run can be read back', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const bytes = await collect(writeCsvReport(report, 'Default', USUAL_READER));
        const lines: unknown = parse(bytes, { bom: true, record_delimiter: '\r\n' });
        expect(lines).toEqual(listDefaultLines(report).map((line) => line.map((cell) => cell.toWellFormed())));
        const summary: string[][] = parse(
          await collect(writeCsvReport(report, 'Summary', { ...USUAL_READER, units: 'metric' })),
          {
            bom: true,
            record_delimiter: '\r\n',
            relax_column_count: true,
          },
        );
        expect(summary.slice(-listTracked(report).length - 1)[0]?.[0]).toBe('Marker');
      }),
    );
  });

  it('[O-075] a .pro report of any run can be read back', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, anyType, async (report, type) => {
        const read = readPro(
          await collect(writeProReport(report, type, type === 'Default' ? listWaveforms(report) : none())),
        );
        expect(read.ok && read.value.head.type).toBe(type.toLowerCase());
      }),
    );
  });

  it('a workbook of any run has a row for each marker and no formula', async () => {
    await fc.assert(
      fc.asyncProperty(anyReport, async (report) => {
        const [sheet] = readXlsx(await printXlsx(report, 'Default'));
        expect(sheet?.rows).toHaveLength(report.rows.length + 1);
        expect(sheet?.xml).not.toContain('<f>');
      }),
      { numRuns: 20 },
    );
  });
});

describe('as PDF', () => {
  const listTexts = async (type: ReportType, paper: PaperStyle) =>
    readPdf(await printPdf(makeReport(), type, [], paper)).flat();

  it('[W-260] a PDF report has the units of its reader and no others', async () => {
    const us = await listTexts('Default', { ...USUAL_STYLE, paper: 'letter', withNotes: true });
    expect(us).toEqual(expect.arrayContaining(['41.456 mi', '6.71 mph', 'Leg speed (mph)', 'Distance (mi)', 'ft']));
    expect(us.filter((text) => /\d (?:m|km|m\/s)\b|\((?:km|m\/s)\)|^m\/s$|^m$/.test(text))).toEqual([]);
    const metric = await listTexts('Default', { ...USUAL_STYLE, units: 'metric', withNotes: true });
    expect(metric).toEqual(expect.arrayContaining(['66.717 km', '3.00 m/s', 'Leg speed (m/s)', 'Distance (km)']));
    expect(metric.filter((text) => /mph|\bmi\b|\bft\b/.test(text))).toEqual([]);
  });

  it('[W-313] a PDF report in another zone says the offset of each time and no UTC time', async () => {
    const texts = await listTexts('Default', { ...USUAL_STYLE, zone: 'America/Chicago' });
    const times = texts.filter((text) => /\d{2}:\d{2}:\d{2}/.test(text) && /\d{4}-/.test(text));
    expect(times.length).toBeGreaterThan(5);
    expect(times.filter((text) => !/\d{2}:\d{2}:\d{2}(\.\d{3})? UTC-[56]/.test(text))).toEqual([]);
    expect(texts.find((text) => text.includes('All times'))).toContain(
      'in America/Chicago, each with its offset from UTC',
    );
    expect(texts).toContain('Time (UTC-5)');
  });

  it('[W-260] a PDF report has Letter or A4 pages', async () => {
    const mediaOf = async (paper: 'a4' | 'letter') =>
      (await printPdf(makeReport(), 'Summary', [], { ...USUAL_STYLE, paper })).toString('latin1');
    expect(await mediaOf('letter')).toContain('/MediaBox [0 0 792 612]');
    expect(await mediaOf('a4')).toContain('/MediaBox [0 0 841.89 595.28]');
  });

  it('[W-261] a PDF report has notes only if they are asked for', async () => {
    const isNote = (text: string) => /Valve half shut|Note:/.test(text);
    expect((await listTexts('Default', { ...USUAL_STYLE, withNotes: true })).filter(isNote)).toHaveLength(2);
    expect((await listTexts('Default', USUAL_STYLE)).filter(isNote)).toEqual([]);
  });

  it('[W-261] launch and receive have their times, and a Summary that fits stands on one page', async () => {
    const pages = readPdf(await printPdf(makeReport(), 'Summary'));
    expect(pages).toHaveLength(1);
    const texts = pages[0] ?? [];
    expect(texts).not.toContain('Skipped Marker');
    expect(texts.filter((text) => text === '2026-03-18 14:40:00')).toHaveLength(2);
    const { rows, ...rest } = makeReport();
    const many = Array.from({ length: 60 }, (_none, at) => rows[1 + (at % 3)]).filter((row) => row !== undefined);
    expect(readPdf(await printPdf({ ...rest, rows: many }, 'Summary')).length).toBeGreaterThan(2);
  });

  it('a PDF report shows what it can of a run with an unknown launch and names in unsupported letters', async () => {
    const run = reportedRun({ launchAt: null, jobNumber: '管道 🐷' });
    const names = run.path.markers.map((marker) => ({ ...marker, name: `${marker.name} 管道`, lat: 36, lon: 180 }));
    const pages = readPdf(
      await printPdf(makeReport({ ...run, path: { ...run.path, name: '', markers: names } }), 'Default'),
    );
    expect(pages).toHaveLength(3);
    expect(pages[0]).toEqual(expect.arrayContaining(['Run 41', 'Launch (UTC)', '–']));
  });

  it('a PDF report repeats the column names on every page of a long table', async () => {
    const { run, rows, ...rest } = makeReport();
    const many = Array.from({ length: 100 }, (_none, at) => rows[1 + (at % 5)]).filter((row) => row !== undefined);
    const pages = readPdf(await printPdf({ ...rest, run, rows: many }, 'Default'));
    const tables = pages.filter((page) => page.includes('Markers'));
    expect(tables.length).toBeGreaterThan(2);
    for (const page of tables) expect(page.slice(6, 10)).toEqual(['Marker', 'Kind', 'Distance', 'ft']);
    expect(tables.flat().filter((text) => text === 'Missed Passage')).toHaveLength(20);
  });
});

describe.each(['es', 'fr'] as const)('in %s', (language) => {
  const t = translateTo(language);
  /** Texts that have another translation; names of data are English too. */
  const english = new Set(
    Object.keys({ ...esSignIn, ...esConsole, ...esServer })
      .map(dropContext)
      .filter((text) => t(text) !== text && !['Launch', 'Receive'].includes(text)),
  );

  it.each(['a4', 'letter'] as const)(
    '[W-533] a PDF report on %s has the words and letters of its language, and cuts none',
    async (paper) => {
      const pages = await Promise.all(
        TYPES.map(async (type) =>
          readPdf(
            await printPdf(makeReport(), type, type === 'Default' ? traces : [], { ...USUAL_STYLE, language, paper }),
          ),
        ),
      );
      const texts = pages.flat(2);
      const words = ['Default report', 'Summary report', 'Missed Passage', 'No data', 'Verified by'] as const;
      expect(texts).toEqual(expect.arrayContaining(words.map((text) => t(text))));
      expect(texts.filter((text) => english.has(text))).toEqual([]);
      expect(texts.filter((text) => text.endsWith('…'))).toEqual([]);
      expect(texts.join(' ')).toMatch(language === 'es' ? /[áéíóúñ]/ : /[àâçéèêî]/);
    },
  );

  it('[W-533] a workbook and a CSV report have the words of their language, and the data of the run', async () => {
    const [sheet] = readXlsx(await printXlsx(makeReport(), 'Default', { ...USUAL_STYLE, language }));
    const [heads = [], ...lines]: string[][] = parse(
      await collect(writeCsvReport(makeReport(), 'Default', { ...USUAL_READER, t })),
      { bom: true },
    );
    expect(sheet?.rows[0]).toEqual(heads);
    expect(heads).toEqual(expect.arrayContaining([t('Marker'), t('Passage Type'), t('Battery (V)')]));
    expect([...heads, ...lines.flat()].filter((text) => english.has(text))).toEqual([]);
    expect(lines.map(([name]) => name)).toEqual(makeReport().rows.map(({ marker }) => marker.name));
  });
});
