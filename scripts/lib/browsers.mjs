// @ts-check
// The browsers of the tests. They come from the system, because `playwright install` fetches from elsewhere.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installWithApt } from './apt.mjs';
import { root } from './root.mjs';

const CHROMIUM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const XVFB = ['/usr/bin/Xvfb'];

/** The Chromium or Chrome of this machine, else the one that `playwright install` brought. */
export function findChromium() {
  return findFirst(CHROMIUM) ?? findPlaywrightChromium();
}

export function findFirefox() {
  return findFirst(FIREFOX);
}

export function findXvfb() {
  return findFirst(XVFB);
}

/** @returns {Promise<string | undefined>} what to do when there is none and it cannot be installed from here */
export async function ensureChromium() {
  if (findChromium() === undefined) await installWithApt(['chromium']);
  if (findChromium() !== undefined) return undefined;
  return 'no Chromium or Chrome found: install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium)';
}

/** @returns {Promise<string | undefined>} what to do when it is missing and cannot be installed from here */
export async function ensureFirefox() {
  if (findFirefox() === undefined) await installWithApt(['firefox-esr']);
  if (process.platform === 'linux' && findXvfb() === undefined) await installWithApt(['xvfb']);
  return findFirefox() === undefined
    ? 'no Firefox found: install it (Debian: apt-get install firefox-esr xvfb)'
    : undefined;
}

/** @param {string[]} files */
function findFirst(files) {
  return files.find((file) => fs.existsSync(file));
}

function findPlaywrightChromium() {
  try {
    /** @type {typeof import('@playwright/test')} */
    const playwright = createRequire(path.join(root, 'package.json'))('@playwright/test');
    return findFirst([playwright.chromium.executablePath()]);
  } catch {
    return undefined;
  }
}
