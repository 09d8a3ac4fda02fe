import { logFailure } from '#/api/log-failure.ts';
import { loadPart } from '#/api/load-part.ts';
import { sampleServerClock } from './clock-store.ts';
import { EventQueue } from './event-queue.ts';
import type { HubClient, SessionEndReason } from './hub-client.ts';
import type { ArgumentOf, MethodName } from './hub-event.ts';
import { driveOnlineState, useOnline, type OnlineDriver } from './online-store.ts';
import { gateOf } from './online-view.ts';
import { RecoverySteps } from './recovery-steps.ts';
import { StreamListeners } from './stream-listeners.ts';

const CLOCK_INTERVAL_MS = 5 * 60_000;

/** Where features listen to hub events, and what they do after an offline spell. */
export const liveEvents = new EventQueue((run) => requestAnimationFrame(run));
export const recoverySteps = new RecoverySteps();

let hub: HubClient | null = null;

/** A call to the hub; without a connection it does nothing. */
export async function callHub<Name extends MethodName>(name: Name, argument: ArgumentOf<Name>): Promise<void> {
  await hub?.call(name, argument);
}

/** A renewed access token, for the open connection. */
export function passTokenToHub(token: string): void {
  void callHub('RenewToken', token);
}

/** Who listens to the streams of devices. */
export const streamListeners = new StreamListeners({
  call: async (name, uid) => hub?.callStream(name, uid) ?? { error: 'not-connected' },
  log: logFailure,
});

type OnSessionEnd = (reason: SessionEndReason) => void;

interface LiveParts {
  readonly onSessionEnd: OnSessionEnd;
  /** When what is shown was kept, where the server could not be reached; null: it comes from the server. */
  readonly lastKnownAt: number | null;
}

async function connect(driver: OnlineDriver, onSessionEnd: OnSessionEnd): Promise<HubClient> {
  const { createHubClient } = await loadPart(() => import('./hub-client.ts'));
  return createHubClient({
    onUp: () => driver.send({ type: 'hub-up' }),
    onDown: () => driver.send({ type: 'hub-down' }),
    onEvent: (name, data) => liveEvents.deliver(name, data),
    onHeard: () => useOnline.setState({ heardAt: Date.now() }),
    onSessionEnd,
    onStreamUp: () => streamListeners.renew(),
    onStream: (text) => streamListeners.deliver(text),
  });
}

/** The server's time, now and again every five minutes. */
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
    hub = connected;
    connected.start();
  }, logFailure);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    client?.stop();
    liveEvents.setGate('closed');
    hub = null;
  };
}
