// @ts-check
import fs from 'node:fs';
import { endOf, startChild } from './child.mjs';

/**
 * Installs what the tests need where that may be done unasked: as root on Debian.
 * @param {string[]} packages
 */
export async function installWithApt(packages) {
  const mayInstall =
    process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get') && fs.existsSync('/etc/debian_version');
  if (!mayInstall) return;
  console.log(`Installing ${packages.join(' ')} (apt-get) ...`);
  // Run level 1 keeps servers among them from being started: the tests start their own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const { code, output } = await endOf(startChild('/usr/bin/apt-get', args, { env, capture: true }));
    if (code !== 0) console.error(output.trimEnd());
  }
}
