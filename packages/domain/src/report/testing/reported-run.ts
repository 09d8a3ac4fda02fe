import { AUTOMATIC, manualPassage, passageKey, type Run } from '../../run/run.ts';
import { heard, minute, straightRun } from '../../run/testing/straight-run.ts';
import { listMarkerRows, type PassageFacts } from '../default-report.ts';
import { summarizeRun, type RunReport } from '../summary-report.ts';

// A small run with every kind of row: M1 heard on all channels, M2 manual, M3 missed, M4 skipped, M5 heard on one.

export const CREATED_AT = Date.UTC(2026, 2, 19, 7, 30, 5);

export function reportedRun(part: Partial<Omit<Run, 'path'>> = {}): Run {
  const run = straightRun(
    {
      completedAt: minute(400),
      jobNumber: 'J-1042',
      passages: [
        {
          ...heard(100_234, 60, 'M1', true),
          passageAt: minute(60) + 123,
          verifiedBy: 'Dana Reyes',
          geoId: 5,
          magId: 6,
          detectionCount: 148,
          place: { lat: 36.1001, lon: -97 },
          altitudeMm: 243_100,
        },
        { ...heard(100_235, 70, 'M3', false) },
        { ...manualPassage('M2', minute(125)), verifiedBy: 'Dana Reyes' },
        { ...heard(100_238, 330, 'M5', true), verifiedBy: AUTOMATIC, elfId: null, magId: 9, frequency: 0 },
      ],
      ...part,
    },
    {
      M1: { note: 'By the gate, "old" fence', linkedUid: 100_234 },
      M3: { linkedUid: 100_236 },
      M4: { state: 'SKIP', description: 'VALVE' },
    },
  );
  return { ...run, path: { ...run.path, notes: 'Valve half shut.' } };
}

export const M1_FACTS: PassageFacts = {
  firmware: 10.7,
  place: { lat: 36.1002, lon: -97.000_01 },
  altitudeMm: 243_160,
  batteryMv: 8420,
  signalDbm: -71,
  percents: { elf: 96.5, geo: 12, mag: null },
};

export function makeReport(run: Run = reportedRun()): RunReport {
  const [first] = run.passages;
  const facts = new Map(first ? [[passageKey(first), M1_FACTS]] : []);
  return summarizeRun(run, listMarkerRows(run, facts), {
    createdAt: CREATED_AT,
    companyName: 'Demo Pipelines',
    toolType: 'Cleaning',
  });
}
