import type { Routes } from '@waymark/contract/routes/index';
import type { CompanyId } from '@waymark/domain/ids';
import { nameDevicesExport, nameRunExport } from '@waymark/domain/report/export-names';
import type { Database } from '../../platform/database/database.ts';
import { sendAttachment } from '../../platform/http/attachment.ts';
import { originOf, scopeOfCall, type SignedInCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';
import type { Log } from '../../platform/log.ts';
import { findUnits } from '../users/users.queries.ts';
import { deleteControlProfile, listControlProfiles, saveControlProfile } from './control-profiles.service.ts';
import { readDeviceReport, readDeviceRows } from './device-report.service.ts';
import { asOnePage, exportReport } from './export-report.ts';
import { writeControlPoints } from './files/control-points.service.ts';
import type { Press } from './files/press.ts';
import { exportRunMap } from './files/run-map.service.ts';
import { writeReport } from './files/write-report.ts';
import { readLetterhead, saveLetterhead, toWire } from './letterhead.service.ts';
import { readRunReport, readRunRows } from './run-report.service.ts';

interface ReportsParts {
  readonly database: Database;
  readonly log: Log;
  readonly press: Press;
  /** UTC milliseconds. */
  readonly now: () => number;
}

export const createReportsHandlers = (desk: ReportsParts) => ({
  reports: createTableHandlers(desk),
  controlPoints: createControlHandlers(desk),
});

function createControlHandlers(desk: ReportsParts): Handlers<Routes['controlPoints']> {
  const { database, log } = desk;
  return {
    listControlProfiles: (_input, call) => listControlProfiles(database.read(scopeOfCall(call))),
    saveControlProfile: ({ body }, call) => saveControlProfile(database, originOf(call), companyOf(call), body),
    deleteControlProfile: async ({ params }, call) => {
      await deleteControlProfile(database, originOf(call), companyOf(call), params.id);
      return {};
    },
    writeControlPoints: async ({ body }, call) => {
      const { name, parts } = await writeControlPoints(desk, { origin: originOf(call), closed: call.closed }, body);
      return sendAttachment<Uint8Array | string>(call, log, name, parts);
    },
  };
}

function createTableHandlers(desk: ReportsParts): Handlers<Routes['reports']> {
  const { database, log, now } = desk;
  const readerOf = (call: SignedInCall) => database.read(scopeOfCall(call));
  return {
    readRunReport: ({ body }, call) => readRunReport(readerOf(call), body),
    readDeviceReport: ({ body }, call) => readDeviceReport(readerOf(call), body),
    exportRunReport: async ({ body }, call) => {
      const { runName, rows } = await readRunRows(readerOf(call), body);
      return sendAttachment(call, log, nameRunExport(now(), runName), exportReport(asOnePage(rows)));
    },
    exportDeviceReport: ({ body }, call) => {
      const pages = readDeviceRows(readerOf(call), body);
      return sendAttachment(call, log, nameDevicesExport(now()), exportReport(pages));
    },
    readLetterhead: async (_input, call) => toWire(await readLetterhead(readerOf(call), companyOf(call))),
    saveLetterhead: async (input, call) => toWire(await saveLetterhead(database, originOf(call), input)),
    exportRunMap: async ({ params, query }, call) => {
      const { name, parts } = await exportRunMap(desk, originOf(call), params.runId, query.format);
      return sendAttachment(call, log, name, parts);
    },
    writeReport: async ({ body }, call) => {
      const units = body.units ?? (await findUnits(readerOf(call), call.actor));
      const caller = { origin: originOf(call), closed: call.closed };
      const { name, parts } = await writeReport(desk, caller, { ...body, units });
      return sendAttachment(call, log, name, parts);
    },
  };
}

/** The route is for admins of a company. */
function companyOf({ actor }: SignedInCall): CompanyId {
  if (actor.groupId === null) throw problem('forbidden');
  return actor.groupId;
}
