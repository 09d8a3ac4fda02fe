import type { Browser, Page, Request } from '@playwright/test';
import { expect, expectLive, expectNoComplaints, openAs, prepare, test, watchComplaints, type Who } from './test.ts';

interface SharedConsole {
  readonly page: Page;
  readonly complaints: string[];
  readonly listPending: () => string[];
}

/** Lists the API calls of a page that have no answer yet. */
function watchPendingCalls(page: Page): () => string[] {
  const pending = new Set<Request>();
  const settle = (request: Request) => void pending.delete(request);
  let isLeaving = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true;
    if (request.url().includes('/api/')) pending.add(request);
  });
  // A reload drops the calls of the old document, not always with an event; until then it may send more.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !isLeaving) return;
    isLeaving = false;
    pending.clear();
  });
  page.on('requestfinished', settle);
  page.on('requestfailed', settle);
  return () => [...pending].map((request) => `${request.method()} ${request.url()}`);
}

async function openConsole(browser: Browser, who: Who, drawsMap: boolean): Promise<SharedConsole> {
  const context = await browser.newContext();
  await prepare(context, drawsMap);
  const page = await context.newPage();
  const complaints = watchComplaints(page);
  const listPending = watchPendingCalls(page);
  await openAs(page, who);
  return { page, complaints, listPending };
}

/** The banner on text messages stays open. */
const OPENED_LATER = /^(?!Text messages$)/;

/** Closes toasts of the last test, which the next one could mistake for its own. */
async function closeToasts(page: Page): Promise<void> {
  const toasts = page.locator('.mantine-Notification-root');
  await expect(async () => {
    for (const toast of await toasts.all()) await toast.getByRole('button', { name: 'Close' }).click({ timeout: 1000 });
    await expect(toasts).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

/** Returns to the map and closes everything that the last test left open. */
async function tidyUp(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== '/') await page.goto('/');
  await expectLive(page);
  const open = page
    .getByRole('dialog')
    .or(page.getByRole('menu'))
    .or(page.getByRole('complementary', { name: OPENED_LATER }));
  await expect(async () => {
    if ((await open.count()) > 0) await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await closeToasts(page);
}

/**
 * Signs each user in once for the tests of one describe that do not test signing in. Each test starts at the map with
 * nothing open. A test that changes the console for good (signed out, another theme, offline) must not use these.
 */
export function shareConsoles(): (who: Who) => Promise<Page> {
  const consoles = new Map<Who, SharedConsole>();
  let ours: Browser;
  let isMapDrawn = true;
  let stop: () => void = () => undefined;

  /**
   * Waits until every console shows the map with nothing open and no pending call, so that it requests nothing that is
   * removed next.
   */
  async function leaveAll(): Promise<void> {
    for (const { page, listPending } of consoles.values()) {
      await tidyUp(page);
      await expect.poll(listPending, 'calls without an answer').toEqual([]);
    }
  }

  test.beforeAll(({ browser, site }) => {
    ours = browser;
    stop = site.onRemoval(leaveAll);
  });
  test.beforeEach(({ drawsMap }) => {
    isMapDrawn = drawsMap;
  });
  test.afterEach(({ expectedErrors }) => {
    for (const { complaints } of consoles.values()) expectNoComplaints(complaints.splice(0), expectedErrors);
  });
  test.afterAll(async () => {
    stop();
    for (const { page } of consoles.values()) await page.context().close();
    consoles.clear();
  });

  return async (who) => {
    const shared = consoles.get(who) ?? (await openConsole(ours, who, isMapDrawn));
    consoles.set(who, shared);
    await tidyUp(shared.page);
    return shared.page;
  };
}
