import type { Routes } from '@waymark/contract/routes/index';
import type { Database, Reader } from '../../platform/database/database.ts';
import { scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasDevice } from '../devices/devices.queries.ts';
import { listHeartbeats } from './heartbeats.queries.ts';
import { listPassages } from './passages.queries.ts';

export function createHistoryHandlers(database: Database): Handlers<Routes['history']> {
  const openDevice = async (call: SignedInCall, uid: number): Promise<Reader> => {
    const reader = database.read(scopeOfCall(call));
    if (!(await hasDevice(reader, uid))) throw problem('device-not-found');
    return reader;
  };
  return {
    listHeartbeats: async ({ params, query }, call) => listHeartbeats(await openDevice(call, params.uid), params.uid, query),
    listPassages: async ({ params, query }, call) => listPassages(await openDevice(call, params.uid), params.uid, query),
  };
}
