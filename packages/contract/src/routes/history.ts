import { z } from 'zod';
import { uidParams } from '../devices/fields.ts';
import { exampleHeartbeatRow, heartbeatRow } from '../devices/heartbeat-row.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { pagingQuery, rowsNumber } from '../paging.ts';
import { EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

const params = { uid: 100_234 };
const query = { page: 1, rowsPerPage: 15, descending: 'true' } as const;

export const historyRoutes = {
  listHeartbeats: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/getHeartbeatHistoricData',
    summary: "The device's heartbeats, newest first unless asked otherwise.",
    access: EVERYONE,
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
    params: uidParams,
    query: pagingQuery,
    reply: z.object({ rowsNumber, passageEventList: z.array(passageRow) }),
    problems: ['device-not-found'],
    example: { params, query, reply: { rowsNumber: 1, passageEventList: [examplePassageRow] } },
  }),
};
