// @ts-check
// The servers of the long tests: another PostgreSQL than the embedded one, Redis, an MQTT broker, and a proxy.
import fs from 'node:fs';
import { installWithApt } from './apt.mjs';

/** Where Debian puts them, and in which packages. */
const SERVICES = [
  { path: '/usr/lib/postgresql', name: 'postgresql' },
  { path: '/usr/bin/redis-server', name: 'redis-server' },
  { path: '/usr/sbin/mosquitto', name: 'mosquitto' },
  { path: '/usr/sbin/haproxy', name: 'haproxy' },
  // What people type, and the picture of a report.
  { path: '/usr/bin/curl', name: 'curl' },
  { path: '/usr/bin/pdftoppm', name: 'poppler-utils' },
];

const listMissing = () => SERVICES.filter(({ path }) => !fs.existsSync(path)).map(({ name }) => name);

/** @returns {Promise<string | undefined>} what to do when one is missing and cannot be installed from here */
export async function ensureServices() {
  const missing = listMissing();
  if (missing.length > 0) await installWithApt(missing);
  const still = listMissing();
  return still.length === 0 ? undefined : `Servers are missing (Debian: apt-get install ${still.join(' ')})`;
}
