import type { Routes } from '@waymark/contract/routes/index';
import type { Uid } from '@waymark/domain/ids';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { ClearableKind } from './clear-records.store.ts';
import { listDevices } from './devices.queries.ts';
import { clearDevice, readDevice, readHeartbeatActivity, readLastPassage, setAutoDownload } from './devices.service.ts';
import { writeDevice } from './devices.wire.ts';

/** `now` answers UTC milliseconds. */
export function createDevicesHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['devices']> {
  const readerOf = (call: SignedInCall) => database.read(scopeOfCall(call));
  const clear =
    (kind: ClearableKind) =>
    ({ params }: { readonly params: { readonly uid: Uid } }, call: SignedInCall) =>
      clearDevice(database, originOf(call), params.uid, kind);
  return {
    listDevices: async (_input, call) => (await listDevices(readerOf(call))).map(writeDevice),
    readDevice: ({ params }, call) => readDevice(readerOf(call), params.uid),
    readLastPassage: ({ params }, call) => readLastPassage(readerOf(call), params.uid),
    readHeartbeatActivity: ({ params }, call) => readHeartbeatActivity(readerOf(call), params.uid, now()),
    setAutoDownload: async ({ params, body }, call) => {
      await setAutoDownload(database, originOf(call), params.uid, body);
      return {};
    },
    clearPassages: clear('passage'),
    clearHeartbeats: clear('heartbeat'),
    clearErrors: clear('error'),
    clearDeviceInfo: clear('info'),
    clearControlResponses: clear('control'),
    clearGpsFixes: clear('gps'),
  };
}
