import { useServerClock } from '#/live/clock-store.ts';
import { useOnline } from '#/live/online-store.ts';
import { StatusPill } from '#/ui/state/StatusPill.tsx';
import { viewConnection } from './connection.view.ts';

/** While disconnected it renders on state changes only, not on every message. */
export function ConnectionPill() {
  const online = useOnline((store) => store.online);
  const heardAt = useOnline((store) => (store.online.phase === 'live' ? null : store.heardAt));
  const offsetMs = useServerClock((clock) => clock.offsetMs);
  return <StatusPill connection={viewConnection({ online, heardAt, offsetMs })} />;
}
