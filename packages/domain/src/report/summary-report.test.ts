import { describe, expect, it } from 'vitest';
import { manualPassage } from '../run/run.ts';
import { minute } from '../run/testing/straight-run.ts';
import { USUAL_READER } from '../language/reader.ts';
import { listSummaryFacts } from './report-columns.ts';
import { listTracked, type RunReport } from './summary-report.ts';
import { makeReport, reportedRun } from './testing/reported-run.ts';

describe('summary of a run', () => {
  const report = makeReport();
  const LEG_M = report.lengthM / 6;

  it('counts the markers between the ends by their state', () => {
    expect(report.counts).toEqual({ tracked: 4, passed: 2, manual: 1, missed: 1, unwatched: 0, skipped: 1 });
  });

  it('[W-151] counts tracked markers without an AGM as unwatched, and lists the count only if there are any', () => {
    const labelsOf = (shown: RunReport) => listSummaryFacts(shown, USUAL_READER).map(({ label }) => label);
    expect(labelsOf(report)).not.toContain('Markers Unwatched');
    const silent = makeReport(reportedRun({ passages: [] }));
    expect(silent.counts).toEqual({ tracked: 4, passed: 0, manual: 0, missed: 2, unwatched: 2, skipped: 1 });
    expect(labelsOf(silent)).toContain('Markers Unwatched');
  });

  it('shows the duration and the average, slowest and fastest speed', () => {
    expect(report.durationS).toBe(24_000);
    const { average, least, most } = report.speeds;
    expect(average).toBeCloseTo((6 * LEG_M) / 24_000, 6);
    expect(least).toBeCloseTo((3 * LEG_M) / 12_300, 3);
    expect(most).toBeCloseTo(LEG_M / 3600.123, 3);
  });

  it('shows no speeds without data', () => {
    const { speeds, durationS }: RunReport = makeReport({
      ...reportedRun(),
      launchAt: null,
      passages: [manualPassage('M1', minute(60))],
    });
    expect([durationS, speeds]).toEqual([null, { average: null, least: null, most: null }]);
  });

  it('lists the tracked markers', () => {
    expect(listTracked(report).map(({ marker }) => marker.name)).toEqual(['M1', 'M2', 'M3', 'M5']);
  });
});
