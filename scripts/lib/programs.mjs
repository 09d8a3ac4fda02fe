// @ts-check
// Programs of the system that tests need. Root on Debian gets those that are missing by apt-get.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';

const APT = '/usr/bin/apt-get';

/** The Debian package, and the possible locations of the program. */
const PROGRAMS = {
  chromium: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  'firefox-esr': ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  xvfb: ['/usr/bin/Xvfb'],
  postgresql: ['/usr/lib/postgresql'],
  'redis-server': ['/usr/bin/redis-server'],
  mosquitto: ['/usr/sbin/mosquitto'],
  haproxy: ['/usr/sbin/haproxy'],
  curl: ['/usr/bin/curl'],
  'poppler-utils': ['/usr/bin/pdftoppm'],
  minisign: ['/usr/bin/minisign'],
  // Programs for testing the containers of deploy/ without an image registry.
  podman: ['/usr/bin/podman'],
  runc: ['/usr/sbin/runc', '/usr/bin/runc'],
  netavark: ['/usr/lib/podman/netavark'],
  'aardvark-dns': ['/usr/lib/podman/aardvark-dns'],
  debootstrap: ['/usr/sbin/debootstrap'],
  iptables: ['/usr/sbin/iptables'],
};

/** @typedef {keyof typeof PROGRAMS} Program */

/** @param {Program} program */
function findProgram(program) {
  return PROGRAMS[program].find((file) => fs.existsSync(file));
}

/** The Chromium or Chrome of this machine, otherwise the one from `playwright install`. */
export function findChromium() {
  const found = findProgram('chromium');
  if (found !== undefined) return found;
  /** @type {typeof import('@playwright/test')} */
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  return fs.existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

export const findFirefox = () => findProgram('firefox-esr');
export const findXvfb = () => findProgram('xvfb');

/** @param {Program} program */
function isMissing(program) {
  if (program === 'xvfb' && process.platform !== 'linux') return false;
  return (program === 'chromium' ? findChromium() : findProgram(program)) === undefined;
}

/**
 * Installs missing programs where this is allowed without asking.
 * @param {readonly Program[]} programs
 * @returns {string | undefined} what to do where something is still missing
 */
export function ensurePrograms(programs) {
  const listMissing = () => programs.filter(isMissing);
  const mayInstall = process.getuid?.() === 0 && fs.existsSync(APT) && fs.existsSync('/etc/debian_version');
  if (listMissing().length > 0 && mayInstall) {
    // Run level 1 prevents the packages from starting their servers: the tests start their own.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    console.log(`Installing ${listMissing().join(' ')} (apt-get) ...`);
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...listMissing()]]) {
      const { status, stderr } = spawnSync(APT, args, { env, encoding: 'utf8', maxBuffer: 2 ** 26 });
      if (status !== 0) console.error(stderr.trimEnd());
    }
  }
  const missing = listMissing();
  return missing.length === 0
    ? undefined
    : `not found: ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')})`;
}
