import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { editPassageTime } from './passage-time.service.ts';
import { readPassage, readPassageOfKind, readUid, removePassage } from './passages.service.ts';
import { verifyPassage, verifyRecords } from './verify-passage.service.ts';

/** `now` answers UTC milliseconds. */
export function createPassagesHandlers(database: Database, now: () => number = Date.now): Handlers<Routes['passages']> {
  const readerOf = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    readPassage: ({ params }, call) => readPassage(readerOf(call), params.uid, params.passageId),
    readPassageOfKind: ({ params }, call) => readPassageOfKind(readerOf(call), params.uid, params.passageId, params.type),
    findPassageUid: async ({ query }, call) => ({ uid: await readUid(readerOf(call), query.passageId) }),
    verifyPassage: ({ params }, call) =>
      verifyPassage(database, originOf(call), params.uid, params.passageId, { isVerified: true, now: now() }),
    setVerification: ({ params }, call) =>
      verifyPassage(database, originOf(call), params.uid, params.passageId, { isVerified: params.flag, now: now() }),
    setPassageVerification: async ({ body: { isVerified, ...ids } }, call) => {
      const given = [ids.elfId, ids.geoId, ids.magId].flatMap((id) => id ?? []);
      return { isVerified: await verifyRecords(database, originOf(call), given, { isVerified, now: now() }) };
    },
    updatePassageTime: ({ params, body }, call) => editPassageTime(database, originOf(call), params, body, now()),
    updatePassageTimeById: async ({ body: { passageId, ...edit } }, call) => {
      const uid = await readUid(readerOf(call), passageId);
      return editPassageTime(database, originOf(call), { uid, passageId }, edit, now());
    },
    deletePassage: async ({ params }, call) => {
      await removePassage(database, originOf(call), params.uid, params.passageId);
      return {};
    },
  };
}
