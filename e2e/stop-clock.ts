import type { Page } from '@playwright/test';

/** Less than the time limit of a call, so that calls under way do not fail. */
const AHEAD_MS = 5000;

/** Stops the clock of the page a little ahead of now; `page.clock.runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}
