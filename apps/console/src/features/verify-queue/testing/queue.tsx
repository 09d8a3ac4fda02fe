import { heard } from '@waymark/domain/run/testing/straight-run';
import type { Role } from '@waymark/contract/roles';
import { page } from 'vitest/browser';
import { answerUser, makeRun, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { VerifyQueueWindow } from '../VerifyQueueWindow.tsx';

export const queue = page.getByRole('dialog', { name: /^Passages to verify/ });
export const row = (pig: string) => queue.getByRole('button', { name: new RegExp(pig) });
export const chosen = () => queue.getByRole('heading', { level: 3 }).elements().at(-1)?.textContent;

export const open = (uid: number, minutes: number, markerName: string | null) => ({
  ...heard(uid, 0, markerName, false),
  passageAt: minutesAgo(minutes),
  endOfSnipAt: minutesAgo(minutes),
});
export const first = makeRun({ runId: 1, pig: 'CLN-01', launchAt: minutesAgo(90), passages: [open(101, 30, 'M1')] });
export const second = makeRun({ runId: 2, pig: 'MFL-02', launchAt: minutesAgo(90), passages: [open(201, 20, 'M1')] });

const loadForever = () => answer('GET /apexagm/passage/:uid/:passageId', () => new Promise<never>(() => undefined));

interface QueueOptions {
  readonly beginsWith?: number;
  /** Without it the charts load for ever: most tests are about the queue. */
  readonly answerWave?: () => void;
}

export function renderQueue(
  role: Role = 'admin',
  runs = [first, second],
  { beginsWith, answerWave = loadForever }: QueueOptions = {},
): void {
  answerUser(role);
  putRuns(...runs);
  answerWave();
  answer('POST /pigrun/GetMachineLearningResults', { machineLearningPassageResultList: [] });
  render(<VerifyQueueWindow beginsWith={beginsWith ?? null} />, { role });
}
