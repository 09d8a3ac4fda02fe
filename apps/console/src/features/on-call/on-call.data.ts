import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { CallAt, ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { queryApi } from '#/api/query.ts';
import { liveEvents } from '#/live/live.ts';

export type OnCall = ReplyAt<'GET /on-call'>;
export type Person = OnCall['people'][number];
export type Step = OnCall['steps'][number];
export type OverrideRow = OnCall['overrides'][number];

/** The company that a superadmin has chosen; undefined: the user's own. */
export type Company = number | undefined;

export const onCallQuery = (groupId: Company) => ({
  ...queryApi('GET /on-call', { query: { groupId } }),
  staleTime: 0,
  meta: { isShownInPlace: true },
});

/** Reloads the settings when another user has changed them. */
export function useOnCallUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      liveEvents.listen('ReceiveOnCall', () => {
        void queryClient.invalidateQueries({ queryKey: ['GET /on-call'] });
      }),
    [queryClient],
  );
}

export const OnCallCompany = createContext<Company>(undefined);

/** The changes of an admin; each shows the settings that the server answers. */
export function useOnCallChanges() {
  const queryClient = useQueryClient();
  const groupId = useContext(OnCallCompany);
  const show = (settings: OnCall) => queryClient.setQueryData(onCallQuery(groupId).queryKey, settings);
  return {
    saveRoster: async (roster: OnCall['roster']) =>
      show(await callApi('POST /on-call/roster', { body: { ...roster, groupId } })),
    addOverride: async (override: CallAt<'POST /on-call/overrides'>['body']) =>
      show(await callApi('POST /on-call/overrides', { body: { ...override, groupId } })),
    removeOverride: async (id: number) => show(await callApi('DELETE /on-call/overrides/:id', { params: { id } })),
    saveSteps: async (pathId: number | null, steps: readonly Step[] | null) =>
      show(await callApi('POST /on-call/escalation', { body: { pathId, steps: steps && [...steps], groupId } })),
  };
}
