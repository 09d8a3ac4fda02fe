// Time from the command to "Waymark is ready" with packages installed and console built: with an empty data folder,
// then on a second start.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { findFreePort } from '../apps/server/src/testing/server-process.ts';
import { median, report } from './report.ts';
import { inTemporaryFolder } from './server.ts';
import { isShort } from './short.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const SECOND_STARTS = isShort ? 1 : 5;

async function measureStartS(dataDir: string): Promise<number> {
  const [port, mqttPort, iridiumPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const settings = {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_PORT: String(port),
    WAYMARK_MQTT_PORT: String(mqttPort),
    WAYMARK_IRIDIUM_PORT: String(iridiumPort),
  };
  const from = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'start'], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const seconds = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Waymark is ready')) resolve((performance.now() - from) / 1000);
    });
    child.once('exit', (code) => reject(new Error(`the start ended with ${code}`)));
  });
  child.kill('SIGTERM');
  await exited;
  return seconds;
}

await inTemporaryFolder(async (folder) => {
  const dataDir = path.join(folder, 'data');
  const first = await measureStartS(dataDir);
  const second: number[] = [];
  for (let start = 0; start < SECOND_STARTS; start++) second.push(await measureStartS(dataDir));
  report('start', { first_s: first, second_s: median(second) }, [
    { name: 'second_s', value: median(second), op: '<=', aim: 3 },
  ]);
});
