import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '#/language/t.ts';
import { callApi } from '#/api/client.ts';
import type { ShownError } from '#/ui/state/shown-error.ts';
import { showSuccess } from '#/ui/toast/toasts.ts';
import { refreshCommands } from '../commands.data.ts';
import type { toRawRequest } from '../form/download.view.ts';

type RawRequest = ReturnType<typeof toRawRequest>;

export function describeQueueException({ message, logId }: ShownError): string {
  return `${t('A queue command service exception has occurred.')} ${logId === undefined ? message : `LogId = [${logId}]`}`;
}

/** Raw files have their own call, which queues the command. Returns the number of the download. */
export function useRawDownload() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RawRequest) => callApi('POST /pigrun/DownloadRecordedRawDataRequest', { body }),
    meta: { isShownInPlace: true },
    onSuccess: async (_, { uid }) => {
      showSuccess(t('Queued command'));
      await refreshCommands(queryClient, uid);
    },
  });
}
