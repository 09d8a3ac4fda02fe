import { describe, expect, it } from 'vitest';
import { isSupportedBrowser } from './login-form.view.ts';

const chromium = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';

describe('supported browsers', () => {
  it.each([
    ['Chrome', `${chromium} Chrome/141.0.0.0 Safari/537.36`],
    ['Chrome without a window', `${chromium} HeadlessChrome/141.0.0.0 Safari/537.36`],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ])('[A-021] supports %s', (_, userAgent) => {
    expect(isSupportedBrowser(userAgent)).toBe(true);
  });

  it.each([
    ['Edge', `${chromium} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`],
    ['Opera', `${chromium} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`],
    ['Samsung Internet', `${chromium} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
    [
      'Safari',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    ],
    ['nothing', ''],
  ])('[A-021] does not support %s', (_, userAgent) => {
    expect(isSupportedBrowser(userAgent)).toBe(false);
  });
});
