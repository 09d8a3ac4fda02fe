import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { isApiError } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { queryApi } from '#/api/query.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { reloadDevices } from '#/features/devices/store/devices.data.ts';
import { showCredential } from './fleet-store.ts';

const SUCCESS = 'Success!';

export const groupAgmsQuery = (groupId: number) => ({
  ...queryApi('GET /admin/apexagm/:groupId', { params: { groupId } }),
  meta: { isShownInPlace: true },
});

export type Agm = ReplyAt<'GET /admin/apexagm/:groupId'>[number];
export type ImportResult = ReplyAt<'POST /admin/apexagm/import'>;

/** Reloads the lists of all companies: an AGM may have moved. */
export async function refreshAgms(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /admin/apexagm/:groupId'] });
}

async function tellSuccess(queryClient: QueryClient): Promise<void> {
  showSuccess(SUCCESS);
  reloadDevices();
  await refreshAgms(queryClient);
}

/** An AGM that another user has removed meanwhile is removed from the list as well. */
async function fail(queryClient: QueryClient, error: unknown): Promise<never> {
  logFailure(error);
  if (isApiError(error, 'device-not-found')) await refreshAgms(queryClient);
  throw error;
}

export async function updateAgm(
  queryClient: QueryClient,
  uid: number,
  body: CallAt<'POST /admin/apexagm/:uid'>['body'],
): Promise<void> {
  const call = callApi('POST /admin/apexagm/:uid', { params: { uid }, body });
  const { credential } = await call.catch((error: unknown) => fail(queryClient, error));
  await tellSuccess(queryClient);
  if (credential) showCredential(uid, credential);
}

export async function issueCredential(queryClient: QueryClient, uid: number): Promise<void> {
  const call = callApi('POST /admin/apexagm/:uid/credential', { params: { uid } });
  const credential = await call.catch((error: unknown) => fail(queryClient, error));
  await tellSuccess(queryClient);
  showCredential(uid, credential);
}

export async function revokeCredential(queryClient: QueryClient, uid: number): Promise<void> {
  const call = callApi('DELETE /admin/apexagm/:uid/credential', { params: { uid } });
  await call.catch((error: unknown) => fail(queryClient, error));
  await tellSuccess(queryClient);
}

/** Sends the file's text and returns the AGMs that it would add, or its errors. */
export async function previewImport(group: number, csv: string): Promise<ImportResult> {
  return callApi('POST /admin/apexagm/import', { body: { group, csv, isPreview: true } }).catch((error: unknown) => {
    logFailure(error);
    throw error;
  });
}

/** Adds all of the file's AGMs or, with an error in the answer, none. */
export async function importAgms(queryClient: QueryClient, group: number, csv: string): Promise<ImportResult> {
  const call = callApi('POST /admin/apexagm/import', { body: { group, csv, isPreview: false } });
  const result = await call.catch((error: unknown) => fail(queryClient, error));
  if (result.errors.length === 0) await tellSuccess(queryClient);
  return result;
}
