import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { liveEvents } from '#/live/live.ts';

export type OnCall = ReplyAt<'GET /on-call'>;
export type Person = OnCall['people'][number];
export type Step = OnCall['steps'][number];
export type OverrideRow = OnCall['overrides'][number];

export const onCallQuery = { ...queryApi('GET /on-call'), staleTime: 0, meta: { isShownInPlace: true } };

/** Reloads the settings when another user has changed them. */
export function useOnCallUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.listen('ReceiveOnCall', () => {
        void queryClient.invalidateQueries({ queryKey: onCallQuery.queryKey });
      }),
    [queryClient],
  );
}

const show = (queryClient: QueryClient, settings: OnCall) => queryClient.setQueryData(onCallQuery.queryKey, settings);

/** The changes of an admin; each shows the settings that the server answers. */
export function useOnCallChanges() {
  const queryClient = useQueryClient();
  return {
    saveRoster: async (body: CallAt<'POST /on-call/roster'>['body']) =>
      show(queryClient, await callApi('POST /on-call/roster', { body })),
    addOverride: async (body: CallAt<'POST /on-call/overrides'>['body']) =>
      show(queryClient, await callApi('POST /on-call/overrides', { body })),
    removeOverride: async (id: number) =>
      show(queryClient, await callApi('DELETE /on-call/overrides/:id', { params: { id } })),
    saveSteps: async (pathId: number | null, steps: readonly Step[] | null) =>
      show(queryClient, await callApi('POST /on-call/escalation', { body: { pathId, steps: steps && [...steps] } })),
  };
}
