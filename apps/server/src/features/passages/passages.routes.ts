import type { Routes } from '@waymark/contract/routes/index';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { addWebPassage, type PassageStore } from './add-web-passage.service.ts';
import { exportLabelledRecords } from './labelled-records.service.ts';
import { editPassageTime } from './passage-time.service.ts';
import { readPassage, readPassageOfKind, readUid, removePassage } from './passages.service.ts';
import { clearRunInfo, updateRunInfo } from './run-info.service.ts';
import { verifyPassage, verifyRecords } from './verify-passage.service.ts';

export function createPassagesHandlers(store: PassageStore): Handlers<Routes['passages']> {
  const { database, now } = store;
  const readerOf = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    readPassage: ({ params }, call) => readPassage(readerOf(call), params.uid, params.passageId),
    readPassageOfKind: ({ params }, call) =>
      readPassageOfKind(readerOf(call), params.uid, params.passageId, params.type),
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
      await removePassage(database, originOf(call), params.uid, params.passageId, now());
      return {};
    },
    updateRunInfo: ({ params, body: [runId, , , markerName] }, call) =>
      updateRunInfo({ database, origin: originOf(call), now: now() }, params.uid, params.passageId, {
        runId,
        markerName,
      }),
    clearRunInfo: async ({ params: { uid, magId, elfId, geoId } }, call) => {
      await clearRunInfo(
        { database, origin: originOf(call), now: now() },
        uid,
        [magId, elfId, geoId].filter((id) => id > 0),
      );
      return {};
    },
    exportLabelledRecords: ({ query }, call) => {
      call.setHeader(
        'content-disposition',
        `attachment; filename="records-${new Date(now()).toISOString().slice(0, 10)}.jsonl"`,
      );
      return exportLabelledRecords(database, originOf(call), query.withUnverified);
    },
    addWebPassage: async ({ body }, call) => ({ passageId: await addWebPassage(store, originOf(call), body) }),
  };
}
