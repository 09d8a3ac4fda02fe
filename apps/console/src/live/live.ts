import { logFailure } from '#/api/api-error.ts';
import { loadPart } from '#/api/load-part.ts';
import { Slot } from '#/api/slot.ts';
import { sampleServerClock } from './clock-store.ts';
import { EventQueue } from './event-queue.ts';
import type { HubClient, SessionEndReason } from './hub-client.ts';
import type { ArgumentOf, MethodAnswer, MethodName } from './hub-event.ts';
import { driveOnlineState, noteHeard, type OnlineDriver } from './online-store.ts';
import { gateOf } from './online-view.ts';
import { RecoverySteps } from './recovery-steps.ts';
import { StreamListeners } from './stream-listeners.ts';

const CLOCK_INTERVAL_MS = 5 * 60_000;

/** Features subscribe to hub events here, and register their reloads after an offline period. */
export const liveEvents = new EventQueue((run) => requestAnimationFrame(run));
export const recoverySteps = new RecoverySteps();

const hub = new Slot<HubClient | null>(null);

/** A call to the hub. */
export const callHub = async <Name extends MethodName>(name: Name, argument: ArgumentOf<Name>): Promise<MethodAnswer> =>
  hub.get()?.call(name, argument) ?? { error: 'not-connected' };

/** Passes a renewed access token to the open connection. */
export function passTokenToHub(token: string): void {
  void callHub('RenewToken', token);
}

/** The subscribers of device streams. */
export const streamListeners = new StreamListeners({
  call: async (name, uid) => hub.get()?.callStream(name, uid) ?? { error: 'not-connected' },
  log: logFailure,
});

type OnSessionEnd = (reason: SessionEndReason) => void;

interface LiveParts {
  readonly onSessionEnd: OnSessionEnd;
  /**
   * The time of the stored state, if it is shown because the server is unreachable; null: the data is from the server.
   */
  readonly lastKnownAt: number | null;
}

async function connect(driver: OnlineDriver, onSessionEnd: OnSessionEnd): Promise<HubClient> {
  const { createHubClient } = await loadPart(() => import('./hub-client.ts'), 'map');
  return createHubClient({
    onUp: () => driver.send({ type: 'hub-up' }),
    onDown: () => driver.send({ type: 'hub-down' }),
    onEvent: (name, data) => liveEvents.deliver(name, data),
    onHeard: noteHeard,
    onSessionEnd,
    onStreamUp: () => streamListeners.renew(),
    onStream: (text) => streamListeners.deliver(text),
  });
}

/** Requests the server's time, now and every five minutes. */
function keepTime(): () => void {
  const ask = () => void sampleServerClock().catch(() => undefined);
  ask();
  const timer = setInterval(ask, CLOCK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Connects the console to what happens, until the answer is called. */
export function startLive({ onSessionEnd, lastKnownAt }: LiveParts): () => void {
  let client: HubClient | null = null;
  let isStopped = false;
  const driver = driveOnlineState({
    onChange: (state) => liveEvents.setGate(gateOf(state)),
    recover: () => recoverySteps.run(),
    lastKnownAt,
    distrustHub: () => client?.drop(),
  });
  const stops = [recoverySteps.register('reload', sampleServerClock), keepTime(), driver.stop];
  connect(driver, onSessionEnd).then((connected) => {
    if (isStopped) return;
    client = connected;
    hub.put(connected);
    connected.start();
  }, logFailure);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    client?.stop();
    liveEvents.setGate('closed');
    hub.put(null);
  };
}
