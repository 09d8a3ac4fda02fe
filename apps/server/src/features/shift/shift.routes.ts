import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import type { Press } from '../reports/reports.api.ts';
import { findNamedCompany } from '../users/named-company.queries.ts';
import { writeHandoverFile } from './handover-file.ts';
import { findDraft, findHandover, listHandovers } from './handovers.queries.ts';
import { acceptHandover, discardDraft, signDraft, takeDraft } from './handovers.service.ts';
import { listLog } from './log.queries.ts';
import { findFile } from './notes.queries.ts';
import { addFile, addNote, authorOf } from './notes.service.ts';

interface ShiftParts {
  readonly database: Database;
  readonly log: Log;
  readonly press: Press;
  /** UTC milliseconds. */
  readonly now: () => number;
}

async function* asOnePart(data: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield data;
}

export function createShiftHandlers({ database, log, press, now }: ShiftParts): Handlers<Routes['shift']> {
  const open = (call: SignedInCall) => database.read(scopeOfCall(call));
  const companyOf = (call: SignedInCall, groupId: number | undefined) =>
    findNamedCompany(open(call), call.actor.groupId, groupId);
  return {
    listShiftLog: async ({ query: { groupId, ...query } }, call) =>
      listLog(open(call), await companyOf(call, groupId), query),
    addShiftNote: async ({ body }, call) => ({ entry: await addNote(database, originOf(call), body) }),
    addShiftFile: async ({ body }, call) => ({ file: await addFile(database, originOf(call), body) }),
    readShiftFile: async ({ params }, call) => {
      const file = await findFile(open(call), params.id, call.actor.userId);
      if (!file) throw problem('shift-file-not-found');
      return sendAttachment(call, log, file.name, asOnePart(file.data));
    },
    listHandovers: async ({ query: { groupId, ...page } }, call) =>
      listHandovers(open(call), await companyOf(call, groupId), page),
    readHandover: async ({ params }, call) => {
      const handover = await findHandover(open(call), params.id);
      if (!handover) throw problem('handover-not-found');
      return { handover };
    },
    readHandoverDraft: async (_input, call) => ({ draft: await findDraft(open(call), authorOf(originOf(call))) }),
    takeHandover: async ({ body }, call) => ({ draft: await takeDraft(database, originOf(call), body.notes, now()) }),
    discardHandover: async (_input, call) => {
      await discardDraft(database, originOf(call));
      return {};
    },
    signHandover: async ({ body }, call) => ({ handover: await signDraft(database, originOf(call), body, now()) }),
    acceptHandover: async ({ params, body }, call) => ({
      handover: await acceptHandover(database, originOf(call), params.id, body.note, now()),
    }),
    writeHandover: async ({ params, body }, call) => {
      const caller = { origin: originOf(call), closed: call.closed };
      const { name, parts } = await writeHandoverFile({ database, press, now }, caller, params.id, body);
      return sendAttachment(call, log, name, parts);
    },
  };
}
