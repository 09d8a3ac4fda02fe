import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

export type SystemHealth = ReplyAt<'GET /pigrun/GetSystemHealth'>;
export type NodeHealth = SystemHealth['nodes'][number];

/** The interval at which nodes report their state. */
const REFRESH_MS = 15_000;

export const healthQuery = {
  ...queryApi('GET /pigrun/GetSystemHealth'),
  meta: { isShownInPlace: true },
  staleTime: 0,
  refetchInterval: REFRESH_MS,
};
