/** The delay between attempts after a failed start or a close. */
export const HUB_RETRY_MS = 5000;

export type HubPhase = 'stopped' | 'connecting' | 'up' | 'resting';
export type HubSignal = 'start' | 'connected' | 'failed' | 'closed' | 'rested' | 'stop';
export type HubAct = 'connect' | 'rest' | 'disconnect' | 'nothing';

interface Step {
  readonly phase: HubPhase;
  readonly act: HubAct;
}

/** The next step of a connection. A failed start or a close causes one wait, however many signals report it. */
export function stepHubRetry(phase: HubPhase, signal: HubSignal): Step {
  const stay: Step = { phase, act: 'nothing' };
  switch (signal) {
    case 'start':
      return phase === 'stopped' ? { phase: 'connecting', act: 'connect' } : stay;
    case 'connected':
      return phase === 'stopped' ? { phase, act: 'disconnect' } : { phase: 'up', act: 'nothing' };
    case 'failed':
      return phase === 'connecting' ? { phase: 'resting', act: 'rest' } : stay;
    case 'closed':
      return phase === 'connecting' || phase === 'up' ? { phase: 'resting', act: 'rest' } : stay;
    case 'rested':
      return phase === 'resting' ? { phase: 'connecting', act: 'connect' } : stay;
    case 'stop':
      return phase === 'stopped' ? stay : { phase: 'stopped', act: 'disconnect' };
  }
}
