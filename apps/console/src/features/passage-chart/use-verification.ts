import { ADMINS, type Role } from '@waymark/contract/roles';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#/api/api-error.ts';
import { logFailure } from '#/api/log-failure.ts';
import { useCanWrite } from '#/live/use-can-write.ts';
import { showError, showSuccess } from '#/ui/toast/toasts.ts';
import { refreshPassages, setVerified, type PassageChart } from './passage.data.ts';

/** Shows the new state during the request, and the old one again if it fails. */
export function useVerification({ row }: PassageChart, role: Role, onRefused: (why: string) => void) {
  const queryClient = useQueryClient();
  const { blockedBecause } = useCanWrite();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (isVerified: boolean) => setVerified(row, isVerified),
    meta: { isShownInPlace: true },
    onSuccess: () => showSuccess('Success!'),
    onError: (cause) => {
      if (isApiError(cause, 'passage-not-verifiable')) onRefused(cause.detail);
      else showError({ message: 'The passage was not changed', cause });
    },
    onSettled: () => refreshPassages(queryClient, row.uid),
  });
  const isVerified = isPending ? variables : row.isVerified;
  return {
    isVerified,
    blockedBecause,
    toggle: () => {
      if (!ADMINS.includes(role)) logFailure(new Error('Access Denied'));
      else if (!isPending && blockedBecause === undefined) mutate(!isVerified);
    },
  };
}
