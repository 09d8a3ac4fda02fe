import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { refreshHistory } from '#/features/devices/windows/history-reloads.ts';
import type { PassageRow } from '../history.data.ts';
import { takePassageUpdate } from './passage-update.ts';
import { listRecords } from './passages.view.ts';

/** Applied here at once, because the hub's event may arrive later. */
function tell(queryClient: QueryClient, row: PassageRow, passage: PassageRow | null): void {
  const passageIds = listRecords(row).map(({ passageId }) => passageId);
  if (takePassageUpdate(queryClient, { uid: row.uid, passageIds, passage }))
    void refreshHistory(queryClient, 'passage', row.uid);
}

/** Verifies a passage or takes it back; a refusal opens a dialog. */
export function useVerification(row: PassageRow, onRefused: (error: Error) => void) {
  const queryClient = useQueryClient();
  const { uid, passageId } = row;
  return useMutation({
    mutationFn: (isVerified: boolean) =>
      callApi('GET /apexagm/verifyPassage/:uid/:passageId/:flag', {
        params: { uid, passageId, flag: isVerified ? 'true' : 'false' },
      }),
    meta: { isShownInPlace: true },
    onSuccess: (isVerified) => {
      tell(queryClient, row, { ...row, isVerified });
      showSuccess('Success!');
    },
    onError: onRefused,
  });
}

/** Deletes a passage with all its records. */
export async function deletePassage(queryClient: QueryClient, row: PassageRow): Promise<void> {
  await callApi('DELETE /apexagm/passage/:uid/:passageId', { params: { uid: row.uid, passageId: row.passageId } });
  tell(queryClient, row, null);
}
