import type { DeviceReportRequest } from '@waymark/contract/routes/reports';
import type { ReportRow } from '@waymark/domain/report/report-row';
import { findReportFault } from '@waymark/domain/report/request-fault';
import { describeReportFault } from '@waymark/domain/words/refusals';
import { parseUtc } from '@waymark/domain/time/utc';
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { findSlice, findSpan } from '../../platform/database/page.ts';
import { readAhead } from '../../platform/database/read-ahead.ts';
import { problem } from '../../platform/http/problem.ts';
import { createDescriber } from './describe-passages.ts';
import { listMarked, readPage } from './device-pages.ts';
import type { FoundPassage, PassageAsk } from './device-passages.queries.ts';
import { countByDevice } from './passage-counts.queries.ts';
import { readByTime } from './read-by-time.ts';
import { writeReportRow } from './report-row.wire.ts';

// Passages of devices between two times, whatever run they belong to.

/** Later than any passage, and within the dates that the database supports. */
const LAST_AT = Date.UTC(9999, 11, 30);

const readAt = (text: string): number | null => {
  const at = parseUtc(text);
  return at.ok ? at.value : null;
};

/** Refuses with the messages of the requirements. */
function readAsk({ startDate, endDate, uidList, includeVerifiedPassagesOnly }: DeviceReportRequest): PassageAsk {
  const [startAt, endAt] = [readAt(startDate), readAt(endDate)];
  const fault = findReportFault({ startAt, endAt, uids: uidList });
  if (fault !== null || startAt === null || endAt === null)
    throw problem('report-invalid', { detail: fault === null ? undefined : describeReportFault(fault) });
  const { from, until } = findSpan({ startDate: startAt, endDate: endAt });
  return {
    uids: [...new Set(uidList)].toSorted((one, other) => one - other),
    from: from ?? startAt,
    until: Math.min(until ?? LAST_AT, LAST_AT),
    isVerifiedOnly: includeVerifiedPassagesOnly,
  };
}

export async function readDeviceReport(reader: Reader, request: DeviceReportRequest) {
  const ask = readAsk(request);
  const counts = await countByDevice(reader, ask);
  const rowsNumber = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const slice = findSlice(request, rowsNumber);
  if (slice.limit === 0) return { rowsNumber, reportDataResponseRecordList: [] };
  const found = await readPage(reader, ask, slice, request, counts);
  const rows = await createDescriber(reader)(found);
  return { rowsNumber, reportDataResponseRecordList: rows.map((row, at) => writeReportRow(row, found[at] ?? null)) };
}

/** The whole report in its order: grouped by device or marker, one after the other. */
async function* readAll(
  reader: Reader,
  ask: PassageAsk,
  { sortBy, descending }: DeviceReportRequest,
): AsyncGenerator<FoundPassage[], void, undefined> {
  switch (sortBy) {
    case 'passageTimeStamp':
      yield* readByTime(reader, ask, { descending });
      return;
    case 'uId':
      for (const uid of descending ? ask.uids.toReversed() : ask.uids)
        yield* readByTime(reader, { ...ask, uids: [uid] }, { descending, isSmall: true });
      return;
    case 'markerName':
      for (const { name } of await listMarked(reader, ask, descending))
        yield* readByTime(reader, ask, { descending, isSmall: true, where: sql`placed.marker_name = ${name}` });
      yield* readByTime(reader, ask, { descending, where: sql`placed.marker_name is null` });
  }
}

/** Reads the next page while the caller processes the present one. */
export function readDeviceRows(reader: Reader, request: DeviceReportRequest): AsyncIterable<ReportRow[]> {
  const describe = createDescriber(reader);
  const ask = readAsk(request);
  async function* describeAll() {
    for await (const found of readAhead(readAll(reader, ask, request))) yield describe(found);
  }
  return readAhead(describeAll());
}
