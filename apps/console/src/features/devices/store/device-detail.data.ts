import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';
import type { EventOf } from '#/live/event-queue.ts';

export type DeviceDetail = ReplyAt<'GET /apexagm/:uid/device'>;

const ADDRESS = 'GET /apexagm/:uid/device';

/** The data for the panel alone: carrier and disk of a device. */
export const deviceDetailQuery = (uid: number) => ({
  ...queryApi(ADDRESS, { params: { uid } }),
  meta: { isShownInPlace: true },
});

export const DETAIL_EVENT_NAMES = ['ReceiveCellularCarrierInfo', 'ReceiveDiskUse', 'ReceiveHeartbeat'] as const;
export type DetailEvent = EventOf<(typeof DETAIL_EVENT_NAMES)[number]>;

/**
 * A heartbeat has file counts, over satellite with the share of the disk; other events have all of their fields under
 * the detail's names.
 */
function mergeDetail(detail: DeviceDetail, { name, data }: DetailEvent): DeviceDetail {
  if (name === 'ReceiveHeartbeat') {
    const { numberOfflineFiles = detail.numberOfflineFiles, numberOnlineFiles = detail.numberOnlineFiles } = data;
    const counted = { ...detail, numberOfflineFiles, numberOnlineFiles };
    // This report is newer than the megabytes.
    return data.diskShare === undefined ? counted : { ...counted, diskShare: data.diskShare, diskUseMBytes: null };
  }
  const { uid: _, ...fields } = data;
  return name === 'ReceiveDiskUse' ? { ...detail, ...fields, diskShare: null } : { ...detail, ...fields };
}

const uidOf = ([, call]: QueryKey) => (call as { readonly params: { readonly uid: number } }).params.uid;

/** Updates loaded details only: a panel that is opened later loads them again. */
export function takeDetailEvents(queryClient: QueryClient, events: readonly DetailEvent[]): void {
  // A heartbeat of each of 20,000 devices must not cost a look into the cache.
  const loaded = new Set(queryClient.getQueriesData({ queryKey: [ADDRESS] }).map(([key]) => uidOf(key)));
  for (const event of events) {
    if (!loaded.has(event.data.uid)) continue;
    queryClient.setQueryData(
      deviceDetailQuery(event.data.uid).queryKey,
      (detail) => detail && mergeDetail(detail, event),
    );
  }
}
