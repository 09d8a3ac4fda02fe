import { exampleReportRow } from '@waymark/contract/reports/report-row';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { openReport } from './reports-store.ts';
import { ReportWindow } from './ReportWindow.tsx';

const READ = 'POST /pigrun/GetReportDataForCompletedPigRun';
const VERIFY = 'POST /pigrun/SetPassageVerification';
const report = page.getByRole('dialog', { name: /^Report/ });

it('[W-149] ReportWindow says why a passage is not verified and logs no error', async () => {
  answer(READ, { reportDataResponseRecordList: [{ ...exampleReportRow, isVerified: false }], rowsNumber: 1 });
  refuse(VERIFY, 'passage-not-verifiable', { detail: 'Marker has a previously verified passage !' });
  render(<ReportWindow />);
  openReport({ by: 'run', runId: 41, runName: 'Cushing - Tulsa 16', isVerifiedOnly: false });
  const toggle = report.getByRole('button', { name: 'Unverified' });
  await toggle.click();
  const refusal = page.getByRole('dialog', { name: 'Passage not verified' });
  await expect.element(refusal).toMatchTextContent(/Marker has a previously verified passage !(?!.*LogId)/);
  await expectAccessible();
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(refusal).not.toBeInTheDocument();
  await expect.element(toggle).toHaveFocus();
});
