import { minutesAgo } from './run-site.ts';
import { shareConsoles } from './shared-consoles.ts';
import { expect, test } from './test.ts';
import { chooseFromRunMenu, runCard, runDialog } from './tracking-screen.ts';

// An active run, from launch to receive. Other actions on runs are in long/.

test.use({ drawsMap: false });

const openConsole = shareConsoles();

test.afterEach(async ({ site }) => {
  await site.endRuns();
  await site.removeDevices();
});

test(
  '[T-091, T-092, T-130] a run from launch to receive: its card counts down, moves on with a passage from a device, and disappears when the run is ended',
  { tag: '@firefox' },
  async ({ site }) => {
    const device = await site.addDeviceAt(347_001, 5000);
    const page = await openConsole('admin');
    const bar = page.getByRole('banner');
    await expect(bar).not.toContainText('active run');
    const launchAt = minutesAgo(54);
    const { runId, pig } = await site.launchRun({
      pathName: 'Cherokee 16',
      pig: 'CLN-16-02',
      markers: [
        { name: 'AGM-01', atM: 4990 },
        { name: 'AGM-02', atM: 11_990 },
      ],
      agms: [347_001],
      launchAt,
      speed: 1.5,
    });
    const card = runCard(page, runId, pig);
    await test.step('the card names the run and its speed', async () => {
      await expect(card).toContainText(`CLN-16-02Run ${runId}Cherokee 16`);
      await expect(bar).toContainText('1 active run');
      await expect(card).toContainText(/Speed3\.36mph.*To AGM-010:0[01]:\d\d.*To run completion2:4\d:\d\d/);
    });

    await device.passage({ at: launchAt + 52 * 60_000 });
    // 4.99 km in 52 minutes, and 7 km to go.
    await expect(card).toContainText(/Speed3\.58mph.*To AGM-021:(10|09):\d\d/);
    expect((await site.readRun(runId)).passages).toMatchObject([
      { uid: 347_001, markerName: 'AGM-01', isVerified: true },
    ]);

    await chooseFromRunMenu(page, pig, 'End/Save Run');
    const dialog = runDialog(page, 'Add Receive Time');
    const field = dialog.getByLabel('Receive time (UTC)');
    const end = dialog.getByRole('button', { name: 'End/Save' });
    const now = await field.inputValue();
    await field.fill(now);
    await end.click();
    await expect(page.getByText('Pig run completed')).toBeVisible();
    await expect(card).toHaveCount(0);
    await expect(bar).not.toContainText('active run');
    expect((await site.readRun(runId)).completedAt).toBe(Date.parse(`${now.replace(' ', 'T')}Z`));
  },
);
