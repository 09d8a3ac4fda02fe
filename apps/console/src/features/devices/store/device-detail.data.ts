import type { QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';
import type { EventOf } from '#/live/event-queue.ts';

export type DeviceDetail = ReplyAt<'GET /apexagm/:uid/device'>;

/** What only the panel shows of a device: its carrier and its disk. */
export const deviceDetailQuery = (uid: number) => ({
  ...queryApi('GET /apexagm/:uid/device', { params: { uid } }),
  meta: { isShownInPlace: true },
});

export const DETAIL_EVENT_NAMES = ['ReceiveCellularCarrierInfo', 'ReceiveDiskUse', 'ReceiveHeartbeat'] as const;
export type DetailEvent = EventOf<(typeof DETAIL_EVENT_NAMES)[number]>;

/** A heartbeat counts the files, over satellite with the share of the disk; the other events carry all of their fields under the detail's names. */
function mergeDetail(detail: DeviceDetail, { name, data }: DetailEvent): DeviceDetail {
  if (name === 'ReceiveHeartbeat') {
    const { numberOfflineFiles = detail.numberOfflineFiles, numberOnlineFiles = detail.numberOnlineFiles } = data;
    const counted = { ...detail, numberOfflineFiles, numberOnlineFiles };
    // A newer report than the megabytes.
    return data.diskShare === undefined ? counted : { ...counted, diskShare: data.diskShare, diskUseMBytes: null };
  }
  const { uid: _, ...fields } = data;
  return name === 'ReceiveDiskUse' ? { ...detail, ...fields, diskShare: null } : { ...detail, ...fields };
}

/** Only where the detail has been read: who opens the panel later reads it anew. */
export function takeDetailEvents(queryClient: QueryClient, events: readonly DetailEvent[]): void {
  for (const event of events) {
    queryClient.setQueryData(
      deviceDetailQuery(event.data.uid).queryKey,
      (detail) => detail && mergeDetail(detail, event),
    );
  }
}
