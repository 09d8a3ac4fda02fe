import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';

export type Webhook = ReplyAt<'GET /event-hooks'>[number];
export type WebhookWithSecret = ReplyAt<'POST /event-hooks'>;
export type WebhookToSave = CallAt<'POST /event-hooks/:id'>['body'];
export type Delivery = ReplyAt<'GET /event-hooks/:id/deliveries'>['deliveries'][number];
export type DeliveryDetail = ReplyAt<'GET /event-hooks/:id/deliveries/:deliveryId'>;
export type DeliveryStatus = Delivery['status'];

/** There is no event for webhooks: the page asks again, more often while something is on its way. */
const QUIET_MS = 15_000;
const BUSY_MS = 2000;

export const webhooksQuery = {
  ...queryApi('GET /event-hooks'),
  staleTime: 0,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: readonly Webhook[] | undefined } }) =>
    data?.some(({ waiting }) => waiting > 0) === true ? BUSY_MS : QUIET_MS,
  meta: { isShownInPlace: true },
};

/** A page of deliveries: the newest, or those before one. The previous page stays until the next has loaded. */
export const deliveriesQuery = (id: number, status: DeliveryStatus | undefined, before: number | undefined) => ({
  ...queryApi('GET /event-hooks/:id/deliveries', { params: { id }, query: { status, before } }),
  staleTime: 0,
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data: DeliveryPage | undefined } }) =>
    data?.deliveries.some((delivery) => delivery.status === 'waiting') === true ? BUSY_MS : QUIET_MS,
  meta: { isShownInPlace: true },
});
type DeliveryPage = ReplyAt<'GET /event-hooks/:id/deliveries'>;

export const deliveryQuery = (id: number, deliveryId: number) => ({
  ...queryApi('GET /event-hooks/:id/deliveries/:deliveryId', { params: { id, deliveryId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

async function reload(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['GET /event-hooks/:id/deliveries'] }),
    queryClient.invalidateQueries({ queryKey: ['GET /event-hooks/:id/deliveries/:deliveryId'] }),
  ]);
}

/** Runs a change and reloads, also after a failure: another admin may have changed the same. */
async function changing<Outcome>(queryClient: QueryClient, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    logFailure(error);
    throw error;
  } finally {
    await reload(queryClient);
  }
}

export const addWebhook = (
  queryClient: QueryClient,
  body: CallAt<'POST /event-hooks'>['body'],
): Promise<WebhookWithSecret> => changing(queryClient, () => callApi('POST /event-hooks', { body }));

export const changeWebhook = (queryClient: QueryClient, id: number, body: WebhookToSave) =>
  changing(queryClient, () => callApi('POST /event-hooks/:id', { params: { id }, body }));

export const removeWebhook = (queryClient: QueryClient, id: number) =>
  changing(queryClient, () => callApi('DELETE /event-hooks/:id', { params: { id } }));

export const replaceSecret = (queryClient: QueryClient, id: number): Promise<WebhookWithSecret> =>
  changing(queryClient, () => callApi('POST /event-hooks/:id/secret', { params: { id } }));

/** Says the outcome in a toast; used by buttons outside of dialogs. */
async function act(queryClient: QueryClient, work: () => Promise<string>, failure: string): Promise<void> {
  try {
    showSuccess(await changing(queryClient, work));
  } catch (error) {
    showError({ message: failure, cause: error });
  }
}

export const sendTest = (queryClient: QueryClient, id: number) =>
  act(
    queryClient,
    async () => {
      await callApi('POST /event-hooks/:id/test', { params: { id } });
      return t('The test is on its way');
    },
    t('The test could not be sent'),
  );

export const replayDelivery = (queryClient: QueryClient, id: number, deliveryId: number) =>
  act(
    queryClient,
    async () => {
      await callApi('POST /event-hooks/:id/deliveries/:deliveryId/replay', { params: { id, deliveryId } });
      return t('The event is on its way again');
    },
    t('The event could not be replayed'),
  );

export const replayDead = (queryClient: QueryClient, id: number) =>
  act(
    queryClient,
    async () => {
      const { count } = await callApi('POST /event-hooks/:id/replay', { params: { id } });
      return t('{count} event is on its way again|{count} events are on their way again', { count });
    },
    t('The events could not be replayed'),
  );
