import type { RouteReply } from '@waymark/contract/route';
import type { wallboardsRoutes } from '@waymark/contract/routes/wallboards';
import type { CompanyId } from '@waymark/domain/ids';
import { systemClock, type Clock } from '../../hub/clock.ts';
import { scopeOf } from '../../platform/access/scope.ts';
import { BriefMemory } from '../../platform/brief-memory.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SignedInCall } from '../../platform/http/call.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Context } from '../../platform/part.ts';
import { listOpenAlerts } from '../alerts/alerts.queries.ts';
import { listNodesWithoutBroker } from '../alerts/watched-links.queries.ts';
import { placeDevice } from '../devices/devices.api.ts';
import { listDevices } from '../devices/devices.queries.ts';
import { listSilencesSince } from '../silences/silences.queries.ts';
import { findCompany } from '../users/users.queries.ts';
import { buildBoard, type TrackedRun } from './build-board.ts';

/** Walls of one company share a reading of this age. */
const KEEP_MS = 2000;

type Board = RouteReply<typeof wallboardsRoutes.readBoard>;

interface Options extends Pick<Context, 'database'> {
  readonly activeRuns: () => Iterable<TrackedRun>;
  readonly clock: Clock | undefined;
}

async function readBoard(
  database: Database,
  { actor }: SignedInCall,
  { groupId, runs, now }: { readonly groupId: CompanyId; readonly runs: readonly TrackedRun[]; readonly now: number },
): Promise<Board> {
  const reader = database.read(scopeOf(actor));
  const [company, { alerts, total }, silences, devices, nodes] = await Promise.all([
    findCompany(reader, groupId),
    listOpenAlerts(reader),
    listSilencesSince(reader, [groupId], now),
    listDevices(reader),
    listNodesWithoutBroker(reader, now),
  ]);
  if (!company) throw problem('forbidden');
  return buildBoard({
    now,
    company,
    runs,
    alerts,
    alertCount: total,
    silences,
    devices: devices.map((device) => ({ ...device, ...placeDevice(device) })),
    nodesWithoutBroker: nodes.map(({ name }) => name),
  });
}

/** The boards of companies; the tokens of wallboards belong to the feature `session`. */
export function createWallboardsPart({ database, activeRuns, clock = systemClock }: Options) {
  const boards = new BriefMemory<CompanyId, Board>(KEEP_MS, () => clock.now());
  return {
    handlers: {
      wallboards: {
        readBoard: async (_input: unknown, call: SignedInCall) => {
          const { groupId } = call.actor;
          if (groupId === null) throw problem('forbidden');
          const runs = [...activeRuns()].filter(({ run }) => run.groupId === groupId);
          return boards.get(groupId, () => readBoard(database, call, { groupId, runs, now: clock.now() }));
        },
      },
    },
  };
}
