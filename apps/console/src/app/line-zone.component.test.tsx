import { exampleReportRow } from '@waymark/contract/reports/report-row';
import { manualPassage } from '@waymark/domain/run/run';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { stopped, showInbox } from '#/features/alert-inbox/testing/inbox.tsx';
import { BoardWindow } from '#/features/board/BoardWindow.tsx';
import { openReport } from '#/features/reports/reports-store.ts';
import { ReportWindow } from '#/features/reports/ReportWindow.tsx';
import { SheetWindow } from '#/features/run-sheet/SheetWindow.tsx';
import { openBoard, openSheet } from '#/features/runs/run-windows.ts';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { answerUser, makeRun, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { RunCards } from '#/features/tracking/cards/RunCards.tsx';
import { StringlineWindows } from '#/features/tracking/stringline/StringlineWindow.tsx';
import { answer } from '#/testing/fake-server.ts';
import { readTimes } from '#/testing/read-times.ts';
import { render } from '#/testing/render.tsx';
import { setTimes } from '#/ui/clock/zones.ts';

// A reader who has chosen the line's zone, in the night in which the clocks of the line go from UTC-5 to UTC-6: the pig
// passes M1 and M2 at the same time of these clocks.

const LINE = 'America/Chicago';
const CHANGE = Date.UTC(2026, 10, 1, 7);
const minutes = (count: number) => CHANGE + count * 60_000;
const passages = [manualPassage('M1', minutes(-30)), manualPassage('M2', minutes(30))];
const makeNightRun = () => makeRun({ launchAt: minutes(-95), passages, path: { timeZone: LINE } });

beforeEach(({ onTestFinished }) => {
  // After the page is empty again: until then the session is of that night.
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'], now: minutes(40) });
  setTimes('line');
  answerUser();
  answer('GET /alerts/run/:id', { alerts: [] });
  answer('POST /pigrun/GetMachineLearningResults', { machineLearningPassageResultList: [] });
  answer('GET /pigrun/pigpath/:pathId/readiness', []);
  putRuns(makeNightRun());
});

function show(screen: ReactNode): void {
  render(<div style={{ position: 'relative', width: 1400, height: 400 }}>{screen}</div>, { role: 'admin' });
}

/** Waits for texts of this screen with their zone, and for no time without one. */
async function expectZones(screen: Locator, wanted: readonly RegExp[]): Promise<void> {
  await expect.element(screen.first()).toBeVisible();
  const said = () => readTimes().zoned.join('\n');
  for (const words of wanted) await expect.poll(said).toMatch(words);
  expect(readTimes().zoneless).toEqual([]);
}

it('[W-536] the card of a run says the zone of each time on both sides of a change of clocks', async () => {
  show(<RunCards />);
  await expectZones(page.getByRole('region', { name: /^Run 41, / }), [/UTC-6/]);
});

it('[W-536] the board says the zone of each time on both sides of a change of clocks', async () => {
  openBoard();
  show(<BoardWindow />);
  await expectZones(page.getByRole('dialog', { name: /^Board of runs/ }), [/UTC-6/]);
});

it('[W-536] the run sheet tells two passages at the same time of the clocks apart by their offsets', async () => {
  openSheet(41);
  show(<SheetWindow runId={41} />);
  await expectZones(page.getByRole('dialog', { name: /run sheet$/i }), [/01:30(:00)? UTC-5/, /01:30(:00)? UTC-6/]);
});

it('[W-536] the stringline names both offsets of its axis, and that of each passage', async () => {
  openStringline(41);
  show(<StringlineWindows />);
  const line = page.getByRole('dialog', { name: /CLN-16-02/ });
  await expectZones(line, [/M1.*01:30:00 UTC-5/, /M2.*01:30:00 UTC-6/]);
  await expect.element(line.getByText('UTC-5 to UTC-6', { exact: true })).toBeVisible();
});

it('[W-536] the inbox says the zone of each time on both sides of a change of clocks', async () => {
  showInbox([
    {
      ...stopped,
      count: 2,
      raisedAt: '2026-11-01 06:30:00',
      lastRaisedAt: '2026-11-01 07:30:00',
    },
  ]);
  await expectZones(page.getByRole('list', { name: 'Alerts' }), [
    /since 2026-11-01 01:30:00 UTC-6, 2 times since 2026-11-01 01:30:00 UTC-5/,
  ]);
});

it('[W-536] a report of a completed run is in the zone of its line, wherever its AGMs are now', async () => {
  putRuns();
  const row = (uId: number, passageTimeStamp: string) => ({ ...exampleReportRow, uId, passageTimeStamp });
  answer('POST /pigrun/GetReportDataForCompletedPigRun', {
    reportDataResponseRecordList: [row(1, '2026-11-01 06:30:00.120'), row(2, '2026-11-01 07:30:00.120')],
    rowsNumber: 2,
  });
  openReport({ by: 'run', runId: 41, runName: 'Due north', timeZone: LINE, isVerifiedOnly: false });
  show(<ReportWindow />);
  await expectZones(page.getByRole('dialog', { name: /^Report/ }), [/01:30:00\.120 UTC-5/, /01:30:00\.120 UTC-6/]);
});
