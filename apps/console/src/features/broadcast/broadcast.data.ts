import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { keepSent, type BroadcastOrder } from './broadcast-store.ts';
import { describeAnswer, describeFailure, toRequest, type Message } from './broadcast.view.ts';

export type BroadcastReply = ReplyAt<'GET /pigrun/broadcast/:broadcastId'>;

/** Not cached: each display reloads it. */
export const broadcastQuery = (broadcastId: number) => ({
  ...queryApi('GET /pigrun/broadcast/:broadcastId', { params: { broadcastId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

/**
 * Returns the message for the user; keeps the choice after a failure. `retriedKey`: the sent broadcast whose failed
 * devices these are.
 */
export async function sendBroadcast(order: BroadcastOrder, retriedKey: number | null): Promise<Message> {
  try {
    const { broadcastId, failed } = await callApi('POST /pigrun/CreateBroadcastCommands', { body: toRequest(order) });
    keepSent({ broadcastId, order, failed }, retriedKey);
    return describeAnswer({ broadcastId, failed });
  } catch (error) {
    logFailure(error);
    return describeFailure(toShownError(error));
  }
}
