import { z } from 'zod';
import { controlRow, exampleControlRow } from '../devices/control-row.ts';
import { uidParams } from '../devices/fields.ts';
import { exampleHeartbeatRow, heartbeatRow } from '../devices/heartbeat-row.ts';
import { exampleInfoRow, infoRow } from '../devices/info-row.ts';
import { exampleTrend, trend, trendQuery } from '../devices/trend.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { pagingQuery, rowsNumber } from '../paging.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

const params = { uid: 100_234 };
const query = { page: 1, rowsPerPage: 15, descending: 'true' } as const;

const exportQuery = pagingQuery.pick({ sortBy: true, descending: true, startDate: true, endDate: true }).extend({
  /** Fields of the row (and `source` of a passage), separated by commas, in the order of the file. */
  columns: z.string().max(1000),
});

/** All rows of a filter as a file. It is streamed while it is read, so its length is not limited. */
function defineExport<const Name extends string>(name: Name, what: string, columns: string, headings: string) {
  return defineRoute({
    method: 'GET',
    path: `/apexagm/:uid/export${name}s`,
    summary: `All ${what} of the device that the filter finds, as CSV with the given columns.`,
    access: ADMINS,
    key: 'history:read',
    params: uidParams,
    query: exportQuery,
    reply: z.string(),
    media: 'text/csv',
    problems: ['device-not-found'],
    example: { params, query: { columns, descending: 'true' }, reply: `${headings}\r\n` },
  });
}

export const historyRoutes = {
  listTrends: defineRoute({
    method: 'GET',
    path: '/apexagm/trends',
    summary:
      'Battery and signal of the last 24 hours and passages of the last 14 days of some devices, for small charts.',
    access: EVERYONE,
    key: 'history:read',
    query: trendQuery,
    reply: z.array(trend),
    example: { query: { uids: '100234' }, reply: [exampleTrend] },
  }),
  listHeartbeats: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/getHeartbeatHistoricData',
    summary: "The device's heartbeats, newest first unless asked otherwise.",
    access: EVERYONE,
    key: 'history:read',
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, heartbeatList: z.array(heartbeatRow) }),
    problems: ['device-not-found'],
    example: { params, query, reply: { rowsNumber: 1, heartbeatList: [exampleHeartbeatRow] } },
  }),
  listPassages: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/getPassageHistoricData',
    summary: "The device's passages, their ELF, GEO and MAG records merged, newest first unless asked otherwise.",
    access: EVERYONE,
    key: 'history:read',
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, passageEventList: z.array(passageRow) }),
    problems: ['device-not-found'],
    example: { params, query, reply: { rowsNumber: 1, passageEventList: [examplePassageRow] } },
  }),
  listDeviceInfos: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/getDeviceInformationResponseHistoricData',
    summary: "The device's information responses, newest first unless asked otherwise.",
    access: EVERYONE,
    key: 'history:read',
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, deviceInformationResponseList: z.array(infoRow) }),
    problems: ['device-not-found'],
    example: { params, query, reply: { rowsNumber: 1, deviceInformationResponseList: [exampleInfoRow] } },
  }),
  listControlSettings: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/getControlSettingsResponseHistoricData',
    summary: "The device's control settings responses, newest first unless asked otherwise.",
    access: EVERYONE,
    key: 'history:read',
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, controlSettingsResponseList: z.array(controlRow) }),
    problems: ['device-not-found'],
    example: { params, query, reply: { rowsNumber: 1, controlSettingsResponseList: [exampleControlRow] } },
  }),
  exportPassages: defineExport(
    'Passage',
    'passages',
    'uid,passageTimeStamp,detectionCount',
    'UID,Timestamp,Detection Count',
  ),
  exportHeartbeats: defineExport(
    'Heartbeat',
    'heartbeats',
    'uid,heartbeatTimeStamp,battery',
    'UID,Timestamp,Battery (mV)',
  ),
};
