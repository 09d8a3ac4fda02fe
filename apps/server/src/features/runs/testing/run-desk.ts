import type { PassageRow } from '@waymark/contract/devices/passage-row';
import { pigRun, type PigRunText } from '@waymark/contract/runs/pig-run';
import { readRun } from '@waymark/contract/runs/read-run';
import { writeRun } from '@waymark/contract/runs/write-run';
import type { RunChange } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import type { Passage } from '@waymark/device-protocol/mqtt/passage';
import { connectAgm } from '../../../testing/hub-client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/test-server.ts';
import { makeDeviceWorld, type DeviceWorld, type HeldDevice } from '../../devices/testing/device-world.ts';
import { makeStraightRuns, type StraightRuns } from '../engine/testing/straight-runs.ts';

// Acts as consoles do: reads a run, changes it with the domain's functions and posts it.

const HOUR_MS = 3_600_000;

export type Caller = 'viewer' | 'admin' | 'superadmin' | 'foreignAdmin';

interface Posting {
  readonly by?: Caller;
  /** Posts an earlier read of the run instead of a fresh one. */
  readonly from?: Run;
  readonly withoutRev?: boolean;
}

interface Hearing {
  /** The run updates that the console received, in order. */
  readonly heard: ReadonlyArray<{ readonly runId: number; readonly messagegName: string }>;
  /** Resolves once every earlier event has arrived. */
  settle(): Promise<void>;
  close(): void;
}

interface AuditLine {
  readonly action: string;
  readonly user_name: string;
  readonly before: object | null;
  readonly after: object | null;
}

export interface RunDesk {
  readonly server: TestServer;
  readonly world: DeviceWorld;
  readonly runs: StraightRuns;
  /** Launches a run two hours ago with its device linked to M2. */
  launch(
    markers?: Parameters<StraightRuns['launch']>[0]['markers'],
    notified?: readonly number[],
  ): Promise<{ readonly runId: number; readonly device: HeldDevice }>;
  readonly launchAt: number;
  /** Converts seconds after the launch to UTC milliseconds. */
  after(seconds: number): number;
  readText(runId: number, by?: Caller): Promise<PigRunText>;
  read(runId: number, by?: Caller): Promise<Run>;
  post(runId: number, change: (run: Run) => RunChange, posting?: Posting): Promise<Response>;
  /** Sends a passage of the device, waits until it is linked and returns its history row. */
  hear(device: HeldDevice, seconds: number, said?: Partial<Passage>): Promise<PassageRow>;
  listRows(device: HeldDevice): Promise<readonly PassageRow[]>;
  listen(by?: Caller): Promise<Hearing>;
  listAudit(runId: number): Promise<readonly AuditLine[]>;
}

export async function openRunDesk(firstUid: number, options: TestServerOptions = {}): Promise<RunDesk> {
  const server = await startTestServer(options);
  const world = await makeDeviceWorld(server);
  const runs = makeStraightRuns(server, world);
  const launchAt = Math.floor(Date.now() / 1000) * 1000 - 2 * HOUR_MS;
  let nextUid = firstUid;

  const desk: RunDesk = {
    server,
    world,
    runs,
    launchAt,
    after: (seconds) => launchAt + seconds * 1000,
    launch: async (markers = [{}, {}, {}, {}], notified = []) => {
      const device = await world.addDevice(nextUid++);
      const linked = markers.map((marker, at) => (at === 1 ? { linkedUid: device.uid, ...marker } : marker));
      return { runId: await runs.launch({ agms: [device], markers: linked, launchAt, notified }), device };
    },
    readText: async (runId, by = 'admin') => pigRun.parse(await world.fetch(by, `/pigrun/${runId}`)),
    read: async (runId, by = 'admin') => readRun(await desk.readText(runId, by)),
    post: async (runId, change, { by = 'admin', from, withoutRev = false } = {}) => {
      const read = from ?? (await desk.read(runId, by));
      const changed = change(read);
      if (!changed.ok) throw new Error(changed.failure.code);
      const { rev, ...text } = writeRun(changed.value, Date.now());
      return world.call(by, 'POST', '/pigrun/add/', withoutRev ? text : { ...text, rev });
    },
    hear: async (device, seconds, said = {}) => {
      const t = desk.after(seconds);
      await world.hearPassage(device, { t, lat: 0, lon: 0, ...said });
      await runs.settle();
      const row = (await desk.listRows(device)).find(
        ({ passageTimeStamp }) => Date.parse(`${passageTimeStamp}Z`) === t,
      );
      if (!row) throw new Error('the passage was not stored');
      return row;
    },
    listRows: async ({ uid }) =>
      (
        await world.fetch<{ passageEventList: PassageRow[] }>(
          'admin',
          `/apexagm/${uid}/getPassageHistoricData?rowsPerPage=0`,
        )
      ).passageEventList,
    listen: async (by = 'admin') => {
      const socket = await connectAgm(server, world.callers[by].token);
      const heard: Array<{ runId: number; messagegName: string }> = [];
      socket.on('ReceivePigRunUpdate', (update: { runId: number; messagegName: string }) => {
        if (!update.messagegName.startsWith('UpdateLocation'))
          heard.push({ runId: update.runId, messagegName: update.messagegName });
      });
      return { heard, settle: async () => void (await socket.emitWithAck('Fence')), close: () => socket.disconnect() };
    },
    listAudit: async (runId) => {
      const lines = await server.app.database.pool.query<AuditLine>(
        `select action, user_name, before, after from audit where object_type = 'run' and object_id = $1 order by id`,
        [String(runId)],
      );
      return lines.rows;
    },
  };
  return desk;
}

export function countStatuses(answers: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export async function expectOk(answer: Response | Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
}
