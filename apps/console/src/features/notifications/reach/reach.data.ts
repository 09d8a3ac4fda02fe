import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { queryApi } from '#/api/query.ts';
import { toShownError } from '#/ui/state/shown-error.ts';
import { showError } from '#/ui/toast/toasts.ts';

export type Reach = ReplyAt<'GET /user/reach'>;
export type Browser = Reach['push']['browsers'][number];
export type LastMessage = Reach['email']['last'];
export type ReachMedium = 'email' | 'sms' | 'push';

const RELOAD_MS = 2000;

const isUnderWay = (way: { readonly isSetUp: boolean; readonly last: LastMessage }) =>
  way.isSetUp && way.last?.state === 'waiting' && way.last.error === null;

/** Loaded each time the dialog opens, and again while a message is under way. */
export const reachQuery = {
  ...queryApi('GET /user/reach'),
  staleTime: 0,
  meta: { isShownInPlace: true },
  refetchInterval: ({ state: { data } }: { readonly state: { readonly data?: Reach | undefined } }) =>
    data && (isUnderWay(data.email) || isUnderWay(data.sms)) ? RELOAD_MS : false,
};

export const sendTest = (medium: ReachMedium): Promise<Reach> => callApi('POST /user/reach/test', { body: { medium } });

export const removeBrowser = (id: number): Promise<Reach> =>
  callApi('DELETE /user/reach/browsers/:id', { params: { id } });

/** Runs a call that answers the changed ways; one at a time. `what` is the title of its failure. */
export function useReachActs() {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const act = async (name: string, what: string, run: () => Promise<Reach | null>) => {
    setBusy(name);
    try {
      const reach = await run();
      if (reach) queryClient.setQueryData(reachQuery.queryKey, reach);
    } catch (error) {
      logFailure(error);
      const { message: detail, logId } = toShownError(error);
      showError({ message: what, detail, ...(logId !== undefined && { logId }) });
    } finally {
      setBusy(null);
      void queryClient.invalidateQueries({ queryKey: reachQuery.queryKey });
    }
  };
  return { busy, act };
}
