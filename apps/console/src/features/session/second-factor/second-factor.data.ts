import type { QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { makePasskey } from './passkey-browser.ts';

export type SecondFactor = ReplyAt<'GET /user/second-factor'>;
export type Passkey = SecondFactor['passkeys'][number];
export type AppSecret = ReplyAt<'POST /user/second-factor/begin'>;

/** Loaded each time the dialog opens. */
export const secondFactorQuery = {
  ...queryApi('GET /user/second-factor'),
  staleTime: 0,
  meta: { isShownInPlace: true },
};

async function logged<Answer>(call: Promise<Answer>): Promise<Answer> {
  return call.catch((error: unknown) => {
    logFailure(error);
    throw error;
  });
}

/** Adds a passkey of this browser or another device. Returns the recovery codes, if it is the first second factor. */
export async function addPasskey(
  queryClient: QueryClient,
  { name, currentPassword }: { readonly name: string; readonly currentPassword: string },
): Promise<readonly string[]> {
  const creation = await logged(callApi('POST /user/passkeys/begin', { body: { currentPassword } }));
  const body = { name: name.trim(), passkey: await makePasskey(creation) };
  const { recoveryCodes } = await logged(callApi('POST /user/passkeys', { body }));
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  return recoveryCodes;
}

export async function removePasskey(queryClient: QueryClient, id: number, currentPassword: string): Promise<void> {
  await logged(callApi('POST /user/passkeys/:id/remove', { params: { id }, body: { currentPassword } }));
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewCodes(queryClient: QueryClient): Promise<readonly string[]> {
  const { recoveryCodes } = await logged(callApi('POST /user/second-factor/recovery-codes'));
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  return recoveryCodes;
}

/** Makes a secret for the user's authenticator app. */
export const makeAppSecret = (currentPassword: string): Promise<AppSecret> =>
  logged(callApi('POST /user/second-factor/begin', { body: { currentPassword } }));

/** Puts the app in use with a first code. Returns the recovery codes, if it is the first second factor. */
export async function confirmApp(queryClient: QueryClient, code: string): Promise<readonly string[]> {
  const body = { code: code.trim() };
  const { recoveryCodes } = await logged(callApi('POST /user/second-factor/confirm', { body }));
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
  return recoveryCodes;
}

export async function turnOff(queryClient: QueryClient, currentPassword: string, code: string): Promise<void> {
  const body = { currentPassword, code: code.trim() };
  await logged(callApi('POST /user/second-factor/end', { body }));
  await queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
}
