import type { QueryClient } from '@tanstack/react-query';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { t } from '#/language/t.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';

export type ControlProfile = ReplyAt<'GET /company/control-profiles'>[number];
export type SentProfile = CallAt<'POST /company/control-profiles'>['body'];

/** Loaded each time a dialog opens: there is no event for profiles. */
export const controlProfilesQuery = {
  ...queryApi('GET /company/control-profiles'),
  staleTime: 0,
  meta: { isShownInPlace: true },
};

export async function saveProfile(queryClient: QueryClient, body: SentProfile): Promise<void> {
  try {
    await callApi('POST /company/control-profiles', { body });
    showSuccess(t('Columns saved'), body.name);
  } finally {
    await queryClient.invalidateQueries({ queryKey: controlProfilesQuery.queryKey });
  }
}

export async function deleteProfile(queryClient: QueryClient, { id, name }: ControlProfile): Promise<void> {
  try {
    await callApi('DELETE /company/control-profiles/:id', { params: { id } });
    showSuccess(t('Columns deleted'), name);
  } finally {
    await queryClient.invalidateQueries({ queryKey: controlProfilesQuery.queryKey });
  }
}
