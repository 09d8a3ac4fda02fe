import { sampleServerClock } from './clock-store.ts';
import { EventQueue } from './event-queue.ts';
import { createHubClient, type HubClient, type SessionEndReason } from './hub-client.ts';
import { driveOnlineState, useOnline } from './online-store.ts';
import { gateOf } from './online-view.ts';
import { RecoverySteps } from './recovery-steps.ts';

const CLOCK_INTERVAL_MS = 5 * 60_000;

/** Where features listen to hub events, and what they do after an offline spell. */
export const liveEvents = new EventQueue((run) => requestAnimationFrame(run));
export const recoverySteps = new RecoverySteps();

let hub: HubClient | null = null;

/** A renewed access token, for the open connection. */
export function passTokenToHub(token: string): void {
  void hub?.call('RenewToken', token);
}

interface LiveParts {
  /** The stream hub's cookie is there, which travels with the WebSocket's first request. */
  readonly cookieReady: Promise<unknown>;
  readonly onSessionEnd: (reason: SessionEndReason) => void;
}

/** Connects the console to what happens, until the answer is called. */
export function startLive({ cookieReady, onSessionEnd }: LiveParts): () => void {
  const client = createHubClient({
    onUp: () => driver.send({ type: 'hub-up' }),
    onDown: () => driver.send({ type: 'hub-down' }),
    onEvent: (name, data) => liveEvents.deliver(name, data),
    onHeard: () => useOnline.setState({ heardAt: Date.now() }),
    onSessionEnd,
  });
  hub = client;
  const askTime = () => void sampleServerClock().catch(() => undefined);
  const forgetClockStep = recoverySteps.register('reload', sampleServerClock);
  const driver = driveOnlineState({
    onChange: (state) => liveEvents.setGate(gateOf(state)),
    recover: () => recoverySteps.run(),
    distrustHub: client.drop,
  });
  askTime();
  const clock = setInterval(askTime, CLOCK_INTERVAL_MS);
  let isStopped = false;
  void cookieReady.finally(() => {
    if (!isStopped) client.start();
  });
  return () => {
    isStopped = true;
    clearInterval(clock);
    forgetClockStep();
    driver.stop();
    client.stop();
    liveEvents.setGate('closed');
    hub = null;
  };
}
