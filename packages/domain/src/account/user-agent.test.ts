import { expect, it } from 'vitest';
import { describeUserAgent } from './user-agent.ts';

it.each([
  ['Firefox 145 on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  [
    'Chrome 142 on Linux',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ],
  [
    'Edge 142 on Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  ],
  [
    'Chrome 142 on Android',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Safari 18 on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  ],
  [
    'Safari 18 on macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  ],
  [
    'Chrome 142 on iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.1 Mobile/15E148 Safari/604.1',
  ],
  ['curl 8', 'curl/8.14.1'],
  ['node', 'node'],
  ['Unknown program', ''],
  ['Unknown program', '<script>alert(1)</script>'],
])('describes the user agent of %s', (words, userAgent) => {
  expect(describeUserAgent(userAgent)).toBe(words);
});

it("limits the length of a program's description", () => {
  expect(describeUserAgent('x'.repeat(400)).length).toBeLessThanOrEqual(40);
});
