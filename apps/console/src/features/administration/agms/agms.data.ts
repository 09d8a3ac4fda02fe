import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { isApiError, logFailure } from '#/api/api-error.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { reloadDevices } from '#/features/devices/store/devices.data.ts';
import { showCredential, showImported, type IssuedCredential } from './fleet-store.ts';
import { forgetUnseen, requestCredentials, type Unseen } from './unseen-credentials.ts';

const SUCCESS = t('Success!');

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
  const send = () => callApi('POST /admin/apexagm/:uid', { params: { uid }, body });
  const { group } = body;
  const call = group === undefined ? send() : requestCredentials([{ uid, group }], send);
  const { credential } = await call.catch((error: unknown) => fail(queryClient, error));
  await tellSuccess(queryClient);
  if (credential) showCredential(uid, credential);
  else if (group !== undefined) forgetUnseen([uid]);
}

function requestCredential({ uid, group }: Pick<Agm, 'uid' | 'group'>): Promise<IssuedCredential> {
  const send = () => callApi('POST /admin/apexagm/:uid/credential', { params: { uid } });
  return requestCredentials([{ uid, group }], send);
}

export async function issueCredential(queryClient: QueryClient, agm: Pick<Agm, 'uid' | 'group'>): Promise<void> {
  const { uid } = agm;
  const credential = await requestCredential(agm).catch((error: unknown) => fail(queryClient, error));
  await tellSuccess(queryClient);
  showCredential(uid, credential);
}

/** Issues new credentials one by one; after a failure those it got are shown, and the others stay noted. */
export async function renewCredentials(queryClient: QueryClient, agms: readonly Unseen[]): Promise<void> {
  const issued: (IssuedCredential & { readonly uid: number })[] = [];
  try {
    for (const agm of agms) issued.push({ uid: agm.uid, ...(await requestCredential(agm)) });
  } catch (error) {
    if (issued.length === 0) return fail(queryClient, error);
    logFailure(error);
    showError({ message: t('Not all credentials were made'), cause: error });
  }
  const [first, ...others] = issued;
  if (first && others.length === 0) showCredential(first.uid, first);
  else showImported(issued);
  await refreshAgms(queryClient);
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
export async function importAgms(
  queryClient: QueryClient,
  group: number,
  csv: string,
  uids: readonly number[],
): Promise<ImportResult> {
  const call = requestCredentials(
    uids.map((uid) => ({ uid, group })),
    () => callApi('POST /admin/apexagm/import', { body: { group, csv, isPreview: false } }),
  );
  const result = await call.catch((error: unknown) => fail(queryClient, error));
  if (result.errors.length === 0) await tellSuccess(queryClient);
  else forgetUnseen(uids);
  return result;
}
