import type { BrowserContext, Page } from '@playwright/test';
import { openPanel, panel, row } from '../device-screen.ts';
import type { Site } from '../site.ts';
import { expect, signIn, test } from '../test.ts';

test.use({ drawsMap: false });

const HEARD = 0.001;
/** Maximum level that the limiter allows. */
const HELD = 0.3;
const LOUDEST = 0.8;

/** Measures the audio output; the console is not aware of it. */
async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const connect = Reflect.get(AudioNode.prototype, 'connect');
    Object.assign(AudioNode.prototype, {
      connect(this: AudioNode, ...given: unknown[]): unknown {
        if (given[0] instanceof AudioDestinationNode) {
          const ear = new AnalyserNode(this.context, { fftSize: 16_384 });
          Reflect.apply(connect, this, [ear]);
          Object.assign(window, { ear });
        }
        return Reflect.apply(connect, this, given);
      },
    });
  });
}

/** Level of the last third of a second; 0 when there is no output. */
function hear(page: Page): Promise<number> {
  return page.evaluate(() => {
    const ear: unknown = Reflect.get(window, 'ear');
    if (!(ear instanceof AnalyserNode) || ear.context.state !== 'running') return 0;
    const sounds = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(sounds);
    return sounds.reduce((most, sound) => Math.max(most, Math.abs(sound)), 0);
  });
}

/** Seconds that the sound card has played. */
function readSoundClock(page: Page): Promise<number> {
  return page.evaluate(() => {
    const ear: unknown = Reflect.get(window, 'ear');
    return ear instanceof AnalyserNode ? ear.context.currentTime : 0;
  });
}

/** Playwright keeps every page visible, so the test overrides the page's own visibility state. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperties(document, {
      hidden: { configurable: true, value: true },
      visibilityState: { configurable: true, value: 'hidden' },
    });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

const dialogOf = (page: Page, uid: number) => page.getByRole('dialog', { name: `AGM ${uid}, Realtime Streamer` });

async function openStream(page: Page, uid: number) {
  await panel(page).getByRole('button', { name: 'Listen' }).click();
  const dialog = dialogOf(page, uid);
  await expect(dialog).toBeVisible();
  return {
    dialog,
    play: dialog.getByRole('button', { name: 'Play sound' }),
    stop: dialog.getByRole('button', { name: 'Stop sound' }),
    volume: dialog.getByRole('slider', { name: 'Volume' }),
    isOn: dialog.getByRole('img', { name: 'Sound is on' }),
    isOff: dialog.getByRole('img', { name: 'Sound is off' }),
  };
}

async function showDevice(page: Page, site: Site, uid: number): Promise<void> {
  const device = await site.addDevice(uid, { lat: 36.1, lon: -96.2 });
  await device.connect();
  await row(page, uid).click();
  await openPanel(page);
}

test.beforeEach(async ({ context, page }) => {
  await listen(context);
  await signIn(page, 'admin');
});

test.afterEach(({ site }) => site.removeDevices());

test('[S-011] [S-012] [S-070] [S-115] the geophone is heard from play until stop, never too loud', async ({
  page,
  site,
}) => {
  await showDevice(page, site, 390_101);
  const { play, stop, volume, isOn, isOff } = await openStream(page, 390_101);
  await expect(isOff).toBeVisible();
  await expect(volume).toHaveValue('20');
  expect(await hear(page)).toBe(0);

  await play.click();
  await expect(isOn).toBeVisible();
  await expect.poll(() => hear(page)).toBeGreaterThan(HEARD);

  await volume.press('End');
  await expect(volume).toHaveValue('60');
  await expect.poll(() => hear(page)).toBeGreaterThan(HELD);
  expect(await hear(page)).toBeLessThanOrEqual(LOUDEST);

  await stop.click();
  await expect(isOff).toBeVisible();
  await expect.poll(() => hear(page)).toBe(0);

  await play.click();
  await expect(isOn).toBeVisible();
  await expect.poll(() => hear(page)).toBeGreaterThan(HEARD);
});

test('[S-034] the sound continues while the window is minimised and the tab hidden, and ends with the dialog', async ({
  page,
  site,
}) => {
  await showDevice(page, site, 390_201);
  const { dialog, play, isOn } = await openStream(page, 390_201);
  await play.click();
  await expect(isOn).toBeVisible();
  await expect.poll(() => hear(page)).toBeGreaterThan(HEARD);

  await hide(page);
  await expect(dialog).toHaveAttribute('data-mode', 'minimised');
  const hiddenAt = await readSoundClock(page);
  // Longer than the data already buffered.
  await expect.poll(() => readSoundClock(page)).toBeGreaterThan(hiddenAt + 8);
  await expect.poll(() => hear(page)).toBeGreaterThan(HEARD);

  const told = page.waitForResponse((reply) => reply.request().postData()?.includes('"streamEnabled":false') ?? false);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => hear(page)).toBe(0);
  await told;
});

test('[S-041] the geophone is heard as soon as a dialog opens when the options have Sound on', async ({
  page,
  site,
}) => {
  await showDevice(page, site, 390_301);
  const { dialog } = await openStream(page, 390_301);
  await dialog.getByRole('button', { name: 'Options' }).click();
  const options = page.getByRole('dialog', { name: /Streaming Options/ });
  await options.getByRole('button', { name: /^Streaming Detectors/ }).click();
  await options.getByRole('switch', { name: 'Sound', exact: true }).click();
  await options.getByRole('button', { name: 'Close' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);

  const { isOn } = await openStream(page, 390_301);
  await expect(isOn).toBeVisible();
  await expect.poll(() => hear(page)).toBeGreaterThan(HEARD);
});
