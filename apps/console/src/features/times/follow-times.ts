import { UTC } from '@waymark/domain/time/zone';
import { create } from 'zustand';
import type { ReplyAt } from '#/api/address.ts';
import { callApi } from '#/api/client.ts';
import { logFailure } from '#/api/api-error.ts';
import { setTimes, useZoneStore } from '#/ui/clock/zones.ts';

type UserTimes = Pick<ReplyAt<'GET /pigrun/user/get-user'>, 'id' | 'times' | 'timeZone'>;

/** The user and zone that the server was told: its answer may come late, or never. */
const useSent = create<{ readonly news: string | null }>()(() => ({ news: null }));

/** Shows times as the user has chosen. Messages and quiet times need the zone of the browser, so the server notes it. */
export function followTimes({ id, times, timeZone }: UserTimes): void {
  setTimes(times);
  const { ownZone } = useZoneStore.getState();
  const news = `${id} ${ownZone}`;
  if (ownZone === UTC || ownZone === timeZone || useSent.getState().news === news) return;
  useSent.setState({ news });
  callApi('POST /pigrun/user/times', { body: { timeZone: ownZone } }).catch((cause: unknown) => {
    useSent.setState({ news: null });
    logFailure(cause);
  });
}
