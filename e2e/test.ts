import { expect, test as base, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import { Site } from './site.ts';

export type Who = 'admin' | 'viewer' | 'superadmin';
export const PASSWORD = 'Waymark-demo-1';
export const emailOf = (who: Who) => `${who}@demo.waymark`;

interface Fixtures {
  /** Texts of console errors that this test causes on purpose. */
  readonly expectedErrors: RegExp[];
  /** Somebody else, at a browser of his own. Whoever the demo does not know signs in through the form. */
  readonly openConsole: (who: SignIn) => Promise<Page>;
}

interface Options {
  /** False: as in a browser without WebGL, which costs much less. For what has nothing to do with the map. */
  readonly drawsMap: boolean;
}

type SignIn = Who | { readonly email: string };

/** Collects whatever the browser complains of. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

export function expectNoComplaints(complaints: readonly string[], expected: readonly RegExp[] = []): void {
  expect(complaints.filter((text) => !expected.some((each) => each.test(text)))).toEqual([]);
}

export function leaveOutWebGl(): void {
  const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext');
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, ...given: unknown[]): unknown {
      return String(given[0]).startsWith('webgl') ? null : Reflect.apply(getContext, this, given);
    },
  });
}

/** A page of our product on a server of this worker; whatever the browser complains of fails the test. */
export const test = base.extend<Fixtures & Options, { site: Site }>({
  drawsMap: [true, { option: true }],
  context: async ({ context, drawsMap }, provide) => {
    if (!drawsMap) await context.addInitScript(leaveOutWebGl);
    await provide(context);
  },
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from the pattern
    async ({}, provide) => {
      const site = await Site.open();
      await provide(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, provide) => provide(site.url),
  // oxlint-disable-next-line no-empty-pattern
  expectedErrors: ({}, provide) => provide([]),
  page: async ({ page, expectedErrors }, provide) => {
    const complaints = watchComplaints(page);
    await provide(page);
    expectNoComplaints(complaints, expectedErrors);
  },
  openConsole: async ({ browser, drawsMap }, provide) => {
    const opened: Page[] = [];
    const complaints: (readonly string[])[] = [];
    await provide(async (who) => {
      const page = await browser.newPage();
      if (!drawsMap) await page.addInitScript(leaveOutWebGl);
      opened.push(page);
      complaints.push(watchComplaints(page));
      await (typeof who === 'string' ? openAs(page, who) : signIn(page, who));
      return page;
    });
    for (const page of opened) await page.close();
    expectNoComplaints(complaints.flat());
  },
});

export { expect };

/** A refused call is noted by the browser itself, and by us with the raw error. */
export const REFUSED_CALL = /the server responded with a status of|^ApiError/;
export const LOST_CONNECTION = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket|Failed to fetch|Unable to preload|Worker failed to load/;

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  // Debian's Firefox does not take a text as a whole.
  const isFirefox = page.context().browser()?.browserType().name() === 'firefox';
  for (const [label, text] of [['Email', email], ['Password', password]] as const) {
    const field = page.getByLabel(label);
    await (isFirefox ? field.pressSequentially(text) : field.fill(text));
  }
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Signs in through the form and waits until the data are live. */
export async function signIn(page: Page, who: SignIn, password = PASSWORD): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, typeof who === 'string' ? emailOf(who) : who.email, password);
  await expectLive(page);
}

/**
 * Opens a screen of somebody of the demo who is signed in, and waits until the data are live: for what does not ask how one signs in.
 * Nobody has touched the page yet, so it may not make a sound.
 */
export async function openAs(page: Page, who: Who, address = '/'): Promise<void> {
  await beginSession(page, emailOf(who), PASSWORD);
  await page.goto(address);
  await expectLive(page);
}

export async function expectLive(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible({ timeout: 45_000 });
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function chooseFromUserMenu(page: Page, entry: string): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: entry }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}
