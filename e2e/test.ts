import { expect, test as base, type BrowserContext, type ConsoleMessage, type Page } from '@playwright/test';
import { beginSession } from './begin-session.ts';
import { Site } from './site.ts';

export type Who = 'admin' | 'viewer' | 'superadmin';
export const PASSWORD = 'Waymark-demo-1';
export const emailOf = (who: Who) => `${who}@demo.waymark`;

interface Fixtures {
  /** Texts of console errors that this test causes on purpose. */
  readonly expectedErrors: RegExp[];
  /** Opens a console of another user in a separate browser context. Users outside the demo sign in through the form. */
  readonly openConsole: (who: SignIn) => Promise<Page>;
}

interface Options {
  /** False runs without WebGL, which costs much less. For tests that do not need the map. */
  readonly drawsMap: boolean;
}

type SignIn = Who | { readonly email: string };

/** Not every browser logs violations of the page's policy to its console. */
function tellOfViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    // oxlint-disable-next-line no-console -- read by the test
    console.error(`Forbidden by the policy: ${effectiveDirective} ${blockedURI}`);
  });
}

/**
 * Firefox's driver adds an empty rule to the page before a screenshot, which our policy forbids; this is the rule's
 * hash.
 */
const ADDED_BY_DRIVER = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';

/** Firefox reports every violation with a hash except the one of its own driver. */
const isOfDriver = (page: Page, text: string) =>
  text.includes(ADDED_BY_DRIVER) || (isFirefox(page) && text === 'Forbidden by the policy: style-src-elem inline');

export const isFirefox = (page: Page): boolean => page.context().browser()?.browserType().name() === 'firefox';

/** Firefox's driver reduces every logged error to this word, so only Chromium checks which errors a journey expects. */
const UNNAMED_ERROR = 'Error';

/** Adds the address of a failed call, which Chromium leaves out of the text. */
function describeMessage(message: ConsoleMessage): string {
  const text = message.text();
  return text.startsWith('Failed to load resource') ? `${text} ${message.location().url}` : text;
}

/** Whether the page is on its way to another document, which aborts its calls: Firefox logs these, Chromium does not. */
function watchLeaving(page: Page): () => boolean {
  let isLeaving = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = true;
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) isLeaving = false;
  });
  return () => isLeaving;
}

/** Pages that the journey has done with. */
const closing = new WeakSet<Page>();

/**
 * While Chromium leaves a page it loads a picture like a ping, which our policy forbids. React can begin to draw one then:
 * it renders at the event that says that the page is hidden.
 */
const OF_LEFT_PAGE = /^(?:Connecting to 'data:image\/|EncodingError: )/;

/** Collects all errors that the browser reports, until the page is closed. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  void page.addInitScript(tellOfViolations);
  const isLeaving = watchLeaving(page);
  const take = (text: string) => {
    if (isOfDriver(page, text) || closing.has(page)) return;
    if (isLeaving() && (text === UNNAMED_ERROR || OF_LEFT_PAGE.test(text))) return;
    complaints.push(text);
  };
  page.on('pageerror', (error) => take(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') take(describeMessage(message));
  });
  return complaints;
}

export function expectNoComplaints(complaints: readonly string[], expected: readonly RegExp[] = []): void {
  const isExpected = (text: string) =>
    expected.some((each) => each.test(text)) || (expected.length > 0 && text === UNNAMED_ERROR);
  expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
}

function leaveOutWebGl(): void {
  const getContext = Reflect.get(HTMLCanvasElement.prototype, 'getContext');
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement, ...given: unknown[]): unknown {
      return String(given[0]).startsWith('webgl') ? null : Reflect.apply(getContext, this, given);
    },
  });
}

/**
 * Firefox's driver fills a field in a way that React does not notice. This function uses the browser's own insertText
 * command and replaces the driver's function.
 */
function insertTextAsTyped(): void {
  // oxlint-disable-next-line typescript/no-deprecated -- nothing else puts a text in as if it were typed
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  const keepOurs = (): void => undefined;
  Object.defineProperty(globalThis, '__pw_bidiInsertText', { get: () => insert, set: keepOurs });
}

/** Settings of a page before its first script runs. */
export async function prepare(place: Page | BrowserContext, drawsMap: boolean): Promise<void> {
  await place.addInitScript(insertTextAsTyped);
  if (!drawsMap) await place.addInitScript(leaveOutWebGl);
}

/** Closes pages first, so that they request nothing that their journey removes. */
async function closePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    closing.add(page);
    await page.close();
  }
}

/** A page of the product on this worker's server. Any error that the browser reports fails the test. */
export const test = base.extend<Fixtures & Options, { site: Site }>({
  drawsMap: [true, { option: true }],
  context: async ({ context, drawsMap }, provide) => {
    await prepare(context, drawsMap);
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
  page: async ({ page, site, expectedErrors }, provide) => {
    const complaints = watchComplaints(page);
    const stop = site.onRemoval(() => closePages(page.context()));
    await provide(page);
    stop();
    expectNoComplaints(complaints, expectedErrors);
  },
  openConsole: async ({ browser, site, drawsMap, expectedErrors }, provide) => {
    const opened: Page[] = [];
    const complaints: (readonly string[])[] = [];
    const stop = site.onRemoval(async () => {
      for (const page of opened) await closePages(page.context());
    });
    await provide(async (who) => {
      const page = await browser.newPage();
      await prepare(page, drawsMap);
      opened.push(page);
      complaints.push(watchComplaints(page));
      await (typeof who === 'string' ? openAs(page, who) : signIn(page, who));
      return page;
    });
    stop();
    for (const page of opened) await page.close();
    expectNoComplaints(complaints.flat(), expectedErrors);
  },
});

export { expect };

/** The browser logs a refused call, and the console logs the raw error. */
export const REFUSED_CALL = /the server responded with a status of|^ApiError/;
/** Errors of browser and console while the server does not answer. */
export const LOST_CONNECTION =
  /The server cannot be reached|can’t establish a connection|net::ERR_|WebSocket|Failed to fetch|Unable to preload|Worker failed to load/;

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Submit' }).click();
}

/** Signs in through the form and waits until the data are live. */
export async function signIn(page: Page, who: SignIn, password = PASSWORD): Promise<void> {
  await page.goto('/');
  await fillSignIn(page, typeof who === 'string' ? emailOf(who) : who.email, password);
  await expectLive(page);
}

/**
 * Opens a screen as a demo user with a restored session, and waits until the data are live. For tests that do not test
 * signing in. The page had no interaction yet, so it may not play sounds.
 */
export async function openAs(page: Page, who: Who, address = '/'): Promise<void> {
  await beginSession(page, emailOf(who), PASSWORD);
  await page.goto(address);
  await expectLive(page);
}

export async function expectLive(page: Page): Promise<void> {
  // In English and in Spanish.
  await expect(page.getByRole('status').filter({ hasText: /Live|En vivo/ })).toBeVisible({ timeout: 45_000 });
}

export async function openUserMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function chooseFromUserMenu(page: Page, entry: string): Promise<void> {
  await openUserMenu(page);
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
  await expect(page.getByRole('menu')).toHaveCount(0);
}
