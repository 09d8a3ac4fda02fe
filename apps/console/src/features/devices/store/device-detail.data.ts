import type { QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';
import type { EventOf } from '#/live/event-queue.ts';

export type DeviceDetail = ReplyAt<'GET /apexagm/:uid/device'>;

/** The data for the panel alone: carrier and disk of a device. */
export const deviceDetailQuery = (uid: number) => ({
  ...queryApi('GET /apexagm/:uid/device', { params: { uid } }),
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

/** Updates loaded details only: a panel that is opened later loads them again. */
export function takeDetailEvents(queryClient: QueryClient, events: readonly DetailEvent[]): void {
  for (const event of events) {
    queryClient.setQueryData(
      deviceDetailQuery(event.data.uid).queryKey,
      (detail) => detail && mergeDetail(detail, event),
    );
  }
}
