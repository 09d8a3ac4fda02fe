import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { straightRun } from '@waymark/domain/run/testing/straight-run';
import { openStringline } from '#/features/runs/stringline-store.ts';
import { answerUser, minutesAgo, putRuns } from '#/features/runs/testing/run-fixtures.ts';
import { expectNone } from '#/features/runs/testing/run-screen.ts';
import { useTerrainFiles } from '#/map/tiles/terrain-store.ts';
import { answer } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { StringlineWindows } from './StringlineWindow.tsx';

const chart = page.getByRole('group', { name: /^Stringline/ });
const profile = page.getByRole('img', { name: /^Elevation of the ground/ });

function show(): void {
  answerUser();
  answer('GET /alerts/run/:id', { alerts: [] });
  putRuns(straightRun({ launchAt: minutesAgo(60) }));
  openStringline(41);
  render(<StringlineWindows />);
}

it('[W-540] a stringline has no profile where no file of heights is known', async () => {
  show();
  await expect.element(chart).toBeVisible();
  await expectNone(profile);
});

it('[W-540] a stringline has no profile where the files of heights do not have its line', async () => {
  const file = {
    id: 'a',
    name: 'a',
    minZoom: 0,
    maxZoom: 12,
    bytes: 1,
    attribution: '',
    terrain: 'terrarium' as const,
  };
  useTerrainFiles.setState({ files: [{ ...file, bounds: [5, 45, 10, 50] }] });
  show();
  await expect.element(chart).toBeVisible();
  await expectNone(profile);
});
