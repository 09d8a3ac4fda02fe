import type { QueryClient } from '@tanstack/react-query';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/log-failure.ts';
import { queryApi } from '#/api/query.ts';

export type SecondFactor = ReplyAt<'GET /user/second-factor'>;
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

/** Makes a secret for the user's authenticator app. */
export const makeAppSecret = (currentPassword: string): Promise<AppSecret> =>
  logged(callApi('POST /user/second-factor/begin', { body: { currentPassword } }));

/** Turns two-step sign-in on with a first code. Returns the recovery codes. */
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
