import { events } from '@waymark/contract/events/index';
import type { DataOf, EventName } from '#/live/hub-event.ts';
import { liveEvents } from '#/live/live.ts';
import { useOnline } from '#/live/online-store.ts';
import { gateOf } from '#/live/online-view.ts';
import type { OnlineState } from '#/live/online-state.ts';

function show(changed: Partial<OnlineState>): void {
  const online: OnlineState = { ...useOnline.getInitialState().online, hasNetwork: true, hasServer: true, ...changed };
  useOnline.setState({ online, heardAt: Date.now() });
  liveEvents.setGate(gateOf(online));
}

/** The console is connected and shows live data. */
export function setLive(): void {
  show({ phase: 'live', isVisible: true, isHubUp: true, sinceAt: null });
}

/** The network is down: nothing can be saved. */
export function setOffline(): void {
  show({ phase: 'offline', hasNetwork: false, wasCutOff: true, sinceAt: Date.now() });
}

/** The hub sends an event of the contract. It reaches the screen with the next frame. */
export function hear<Name extends EventName>(name: Name, data: DataOf<Name>): void {
  const result = events[name].data.safeParse(data);
  if (!result.success) throw new Error(`the test sends ${name} against the contract: ${result.error.message}`);
  liveEvents.deliver(name, data);
}
