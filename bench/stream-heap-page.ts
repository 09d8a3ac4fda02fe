import { CHANNELS, FRAME_MS, FRAME_ROWS, FRAME_SOUNDS } from '../packages/domain/src/stream/frame.ts';
import { DEFAULT_SETTINGS } from '../packages/domain/src/stream/settings.ts';
import { createStreamEngine } from '../packages/domain/src/stream/engine.ts';
import type { SessionParts } from '../apps/console/src/features/stream/session/session-parts.ts';
import { Session } from '../apps/console/src/features/stream/session/session-run.ts';
import type { StreamSession } from '../apps/console/src/features/stream/session/session-types.ts';
import { StreamListeners } from '../apps/console/src/live/stream-listeners.ts';
import { showPlots } from './plots-rivals.ts';
import { SteppedClock } from './stepped-clock.ts';

// Runs in the browser: session and plots of the stream dialog, fed with the hub's frames on an accelerated clock. Every
// ten minutes a passage is detected, holds the plots, and is sent.

/** Counted since the page opened. */
export interface Played {
  readonly refreshes: number;
  readonly passages: number;
}

declare global {
  interface Window {
    /** Plays this much of the stream, drawn at every refresh. */
    playStream(ms: number): Promise<Played>;
  }
}

const UID = 100_234;
const START = Date.UTC(2026, 2, 17, 23, 25);
const PASSAGE_EVERY_FRAMES = 625;
/** Enough different bodies that consecutive frames differ. */
const BODIES = 48;
/** Stream time played before the browser gets a turn for other work. */
const STEP_MS = 3000;
const FRAME_MS_OF_SCREEN = 16;

const noise = (scale: number) => Number(((Math.random() - 0.5) * scale).toFixed(5));

function makeBody(loudness: number): string {
  const geodata = Array.from({ length: FRAME_SOUNDS }, () => noise(loudness));
  const row = () =>
    Array.from({ length: CHANNELS }, (_, channel) =>
      channel < 12 ? noise(loudness) : Math.round(noise(6) - 80 + 40 * loudness),
    );
  return JSON.stringify({ cnt: [0, 0, 0, 0, 0, 0], geodata, emdata: Array.from({ length: FRAME_ROWS }, row) }).slice(1);
}

const bodies = Array.from({ length: BODIES }, () => makeBody(0.1));
const loudBody = makeBody(1.95);

const clock = new SteppedClock();
Object.assign(window, { setTimeout: clock.setTimeout, clearTimeout: clock.clearTimeout });

let passages = 0;
const nothing = () => undefined;
const parts: SessionParts = {
  page: {
    now: () => clock.now,
    requestFrame: (run) => {
      const asked = clock.setTimeout(run, FRAME_MS_OF_SCREEN - (clock.now % FRAME_MS_OF_SCREEN));
      return () => clock.clearTimeout(asked);
    },
    isVisible: () => true,
    onVisibility: () => nothing,
    onLeave: () => nothing,
    onReturn: () => nothing,
    onRecovery: () => nothing,
    saveBlob: nothing,
  },
  voice: {
    notice: nothing,
    error: ({ cause }) => reportError(cause),
    log: reportError,
  },
  desk: {
    readDevice: nothing,
    isSignedIn: () => true,
    queue: async () => 1,
    remove: async () => undefined,
    follow: (listener) => {
      listener({ commandId: 1, state: 'accepted', note: null });
      return nothing;
    },
    stopAtLeave: nothing,
  },
  addPassage: async () => {
    passages += 1;
  },
};

const listeners = new StreamListeners({ call: async () => ({ ok: true }), log: reportError });

function openSession(): StreamSession {
  const { realTime, geoSpeed } = DEFAULT_SETTINGS;
  const settings = {
    ...DEFAULT_SETTINGS,
    realTime: { ...realTime, MagEn: true, ELFEn: true, GeoEn: true },
    geoSpeed: { ...geoSpeed, Enable: true },
  };
  const source = {
    kind: 'live',
    uid: UID,
    rate: 1,
    start: (onFrame: Parameters<typeof listeners.listen>[1]) => listeners.listen(UID, onFrame),
  } as const;
  const session = new Session({ source, role: 'admin', engine: createStreamEngine({ settings }), parts });
  session.setSettings(settings);
  return session;
}

let seq = 0;
function deliver(): void {
  const body = seq % PASSAGE_EVERY_FRAMES === PASSAGE_EVERY_FRAMES - 1 ? loudBody : bodies[seq % BODIES];
  listeners.deliver(`{"uid":${UID},"seq":${seq},"t":${START + seq * FRAME_MS},${body}`);
  seq += 1;
  clock.setTimeout(deliver, FRAME_MS);
}

let refreshes = 0;
const session = openSession();
const view = showPlots(session);
session.onRefresh(() => {
  view.refresh();
  refreshes += 1;
});
deliver();

window.playStream = (ms) =>
  new Promise((resolve) => {
    let left = ms;
    const step = () => {
      clock.runFor(Math.min(STEP_MS, left));
      left -= STEP_MS;
      if (left > 0) requestAnimationFrame(step);
      else resolve({ refreshes, passages });
    };
    requestAnimationFrame(step);
  });
