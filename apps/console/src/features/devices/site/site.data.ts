import type { QueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { reloadDevices } from '../store/devices.data.ts';
import type { Place } from '../map/parse-place.ts';

export type Site = ReplyAt<'GET /apexagm/:uid/site'>;

/** Counts change at any time, so each display reloads them. */
export const siteQuery = (uid: number) => ({
  ...queryApi('GET /apexagm/:uid/site', { params: { uid } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

export async function moveToSite(queryClient: QueryClient, uid: number, { lat, lon }: Place): Promise<void> {
  const call = callApi('POST /apexagm/:uid/site', { params: { uid }, body: { lat, lon } });
  const site = await call.catch((error: unknown) => {
    logFailure(error);
    throw error;
  });
  queryClient.setQueryData(siteQuery(uid).queryKey, site);
  showSuccess(t('Success!'));
  reloadDevices();
}
