import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '../apps/server/src/testing/temporary-folder.ts';
import { findFreePort, startServerProcess, type ServerProcess } from '../apps/server/src/testing/server-process.ts';

export interface BenchServer {
  readonly address: string;
  readonly process: ServerProcess;
  stop(): Promise<void>;
}

/** A temporary folder that is removed after the work. */
export async function inTemporaryFolder<Outcome>(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = await makeTemporaryFolder('bench');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Settings = Readonly<Record<string, string>>;

/** The real server with the demo, as a separate process with its own data. */
export async function startBenchServer(dataDir: string, more: Settings = {}): Promise<BenchServer> {
  const port = await findFreePort();
  const settings = {
    WAYMARK_DATA_DIR: dataDir,
    WAYMARK_REQUESTS_PER_MINUTE: '0',
    WAYMARK_HUB_CONNECTIONS_PER_ADDRESS: '0',
    WAYMARK_LOG: 'error',
    ...more,
  };
  const server = startServerProcess(port, settings);
  await server.ready;
  return {
    address: `http://127.0.0.1:${port}`,
    process: server,
    stop: async () => {
      server.child.kill('SIGTERM');
      await server.exited;
    },
  };
}
