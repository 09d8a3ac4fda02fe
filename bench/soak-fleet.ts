// Devices of the soak bench: the simulator as a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SIMULATOR = path.resolve(import.meta.dirname, '../apps/simulator/src/main.ts');

export interface FleetSize {
  readonly devices: number;
  /** Heartbeats per second of all devices. */
  readonly perS: number;
}

export interface FleetCounts {
  readonly online: number;
  readonly acknowledged: number;
  readonly underWay: number;
  /** Heartbeats skipped because a device had too many unacknowledged. */
  readonly skipped: number;
  readonly errors: number;
}

export interface SoakFleet {
  read(): FleetCounts;
  stop(): Promise<FleetCounts>;
}

const LINE =
  /(?<online>\d+)\/\d+ online · (?<acknowledged>\d+) acknowledged .*? · (?<underWay>-?\d+) under way(?<rest>.*)/;

function readLine(output: string): FleetCounts {
  const found = LINE.exec(
    output
      .trimEnd()
      .split('\n')
      .findLast((line) => LINE.test(line)) ?? '',
  )?.groups;
  const count = (pattern: RegExp) => Number(pattern.exec(found?.['rest'] ?? '')?.[1] ?? 0);
  return {
    online: Number(found?.['online'] ?? 0),
    acknowledged: Number(found?.['acknowledged'] ?? 0),
    underWay: Number(found?.['underWay'] ?? 0),
    skipped: count(/(\d+) heartbeats skipped/),
    errors: count(/(\d+) errors/),
  };
}

/** Resolves once all of them are connected. */
export async function startSoakFleet(
  address: string,
  mqttPort: number,
  { devices, perS }: FleetSize,
): Promise<SoakFleet> {
  const args = [
    '--scenario',
    'load',
    '--devices',
    String(devices),
    '--rate',
    String(perS),
    '--server',
    address,
    '--mqtt',
    `mqtt://127.0.0.1:${mqttPort}`,
  ];
  const child = spawn(process.execPath, [SIMULATOR, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  while (readLine(output).online < devices) {
    if (child.exitCode !== null) throw new Error(`the simulator ended: ${output}`);
    await sleep(500);
  }
  return {
    read: () => readLine(output),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      return readLine(output);
    },
  };
}
