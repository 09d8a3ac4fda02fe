import type { CapturedPassage, StreamEngine, StreamHappening, StreamStatus } from '@waymark/domain/stream/engine-types';
import type { StreamFrame } from '@waymark/domain/stream/frame';
import { DEFAULT_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import { DEFAULT_THRESHOLDS } from '@waymark/domain/stream/thresholds';
import type { Role } from '@waymark/contract/roles';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { Session } from './session-run.ts';
import type { SessionParts } from './session-parts.ts';
import type { FrameSource } from './session-types.ts';
import type { CommandNews, StreamDevice } from './stream-enable.ts';

const UID = 100_234;

const settle = () => vi.advanceTimersByTimeAsync(0);

const STATUS: StreamStatus = {
  streamTime: null,
  pause: null,
  detectors: { mag: 'off', elf: 'off', geo: 'off' },
  thresholds: DEFAULT_THRESHOLDS,
  held: [],
  annotations: [],
  weldSpeed: null,
  weldCount: 0,
  lostFrames: 0,
  isSilent: false,
};

const passageAt = (at: number): CapturedPassage => ({
  detector: 'mag',
  at,
  endsAt: at + 15_000,
  samples: new Int16Array(500),
});

function readNothing(): never {
  throw new Error('Nothing is drawn here.');
}

/** An engine that the test controls. */
class ScriptedEngine implements StreamEngine {
  status: StreamStatus = STATUS;
  span = 60 as const;
  rssiHz = 22;
  happenings: StreamHappening[] = [];
  settings: StreamSettings | null = null;
  readonly advancedAt: number[] = [];

  say(status: Partial<StreamStatus>): void {
    this.status = { ...this.status, ...status };
  }

  /** Holds each passage that is not sent at once. */
  capture(passage: CapturedPassage): void {
    this.happenings.push({ type: 'captured', passage });
    const held = this.settings?.realTime.SendToDB === true ? this.status.held : [...this.status.held, passage];
    this.say({ held, pause: { reason: 'detection', at: passage.at, until: 30_000 } });
  }

  advance(now: number): readonly StreamHappening[] {
    this.advancedAt.push(now);
    return this.happenings.splice(0);
  }

  release(passage: CapturedPassage): void {
    this.say({ held: this.status.held.filter((held) => held !== passage) });
  }

  pause(): void {
    this.say({ pause: { reason: 'person', at: 0 } });
  }

  resume(): void {
    this.say({ pause: null, held: [], annotations: [] });
  }

  push(): void {}

  setSpan(): void {}

  setRssiHz(): void {}

  setThreshold(): void {}

  autoThresholds(): void {}

  setSettings(settings: StreamSettings): void {
    this.settings = settings;
  }

  readonly readEm = readNothing;
  readonly readRssi = readNothing;
  readonly readGeo = readNothing;
  readonly readSpectrum = readNothing;
  readonly readWelds = readNothing;
}

interface Api {
  nextId: number;
  failure: ApiError | null;
  /** The next answer waits for `finish`. */
  isSlow: boolean;
  isSignedIn: boolean;
  isRemoved: boolean;
  readonly finish: () => void;
}

interface World {
  readonly role?: Role;
  readonly kind?: FrameSource['kind'];
  readonly device?: StreamDevice;
  readonly sendsToDb?: boolean;
  readonly rate?: number;
  readonly log?: string[];
  /** The hub has processed the unsubscription. */
  readonly stopped?: Promise<void>;
}

const CELLULAR: StreamDevice = { isIridium: false, bluetooth: false, lastStreamMode: 0, firmwareVersion: 10.71 };

/** A window's session with all its dependencies controlled by the test. */
function openSession({
  role = 'admin',
  kind = 'live',
  device = CELLULAR,
  sendsToDb = true,
  rate = 1,
  log = [],
  stopped = Promise.resolve(),
}: World = {}) {
  const said: string[] = [];
  const retries: (() => void)[] = [];
  let finish: () => void = () => undefined;
  const api: Api = {
    nextId: 5120,
    failure: null,
    isSlow: false,
    isSignedIn: true,
    isRemoved: false,
    finish: () => finish(),
  };
  const followers = new Set<(news: CommandNews) => void>();
  const listeners = {
    visibility: new Set<() => void>(),
    leave: new Set<() => void>(),
    back: new Set<() => void>(),
    recovery: new Set<() => void>(),
  };
  let save: (blob: Blob) => void = () => undefined;
  const saved = new Promise<Blob>((resolve) => (save = resolve));
  const added: CapturedPassage[] = [];
  const screen = { isVisible: true };
  let onFrame: (frame: StreamFrame) => void = () => undefined;

  const listenTo = (known: Set<() => void>) => (listener: () => void) => {
    known.add(listener);
    return () => void known.delete(listener);
  };
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (api.isSlow) await new Promise<void>((resolve) => (finish = resolve));
    if (api.failure !== null) throw api.failure;
    return value;
  };
  const parts: SessionParts = {
    page: {
      now: () => performance.now(),
      requestFrame: (run) => {
        const timer = setTimeout(run, 16);
        return () => clearTimeout(timer);
      },
      isVisible: () => screen.isVisible,
      onVisibility: listenTo(listeners.visibility),
      onLeave: listenTo(listeners.leave),
      onReturn: listenTo(listeners.back),
      onRecovery: listenTo(listeners.recovery),
      saveBlob: (name, blob) => {
        log.push(`save ${name}`);
        save(blob);
      },
    },
    voice: {
      notice: (message) => said.push(message),
      error: ({ message, onRetry }) => {
        said.push(`error: ${message}`);
        if (onRetry) retries.push(onRetry);
      },
      log: () => log.push('logged'),
    },
    desk: {
      readDevice: () => (api.isRemoved ? undefined : device),
      isSignedIn: () => api.isSignedIn,
      queue: (isEnabled) => {
        log.push(`queue ${isEnabled}`);
        return answer(isEnabled ? api.nextId++ : 9000);
      },
      remove: (commandId) => {
        log.push(`delete ${commandId}`);
        return answer({});
      },
      follow: (listener) => {
        followers.add(listener);
        return () => void followers.delete(listener);
      },
      stopAtLeave: () => log.push('last stop'),
    },
    addPassage: async (passage) => {
      added.push(passage);
      return answer({ passageId: 1 });
    },
  };
  const source: FrameSource = {
    kind,
    uid: UID,
    rate,
    start(listener) {
      log.push('listen');
      onFrame = listener;
      return () => {
        log.push('shut up');
        return stopped;
      };
    },
  };
  const engine = new ScriptedEngine();
  const settings = { ...DEFAULT_SETTINGS, realTime: { ...DEFAULT_SETTINGS.realTime, SendToDB: sendsToDb } };
  const session = new Session({ source, role, engine, parts });
  const initial = session.getState().settings;
  session.setSettings(settings);
  return {
    session,
    initial,
    engine,
    log,
    said,
    added,
    retries,
    api,
    followers,
    saved,
    tell: (news: Partial<CommandNews>) =>
      followers.forEach((follower) => follower({ commandId: 5120, state: 'accepted', note: null, ...news })),
    happen: (what: keyof typeof listeners) => listeners[what].forEach((listener) => listener()),
    hear: () =>
      onFrame({ uid: UID, seq: 1, t: 1_782_522_123_000, geo: new Float32Array(960), em: new Float32Array(16 * 53) }),
    hide: () => {
      screen.isVisible = false;
      listeners.visibility.forEach((listener) => listener());
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

describe('opening and closing', () => {
  it('[S-101] a stream dialog begins with Metric on, which the default options turn off when they are loaded', () => {
    const { initial, session } = openSession();
    expect(initial).toEqual({ ...DEFAULT_SETTINGS, geoSpeed: { ...DEFAULT_SETTINGS.geoSpeed, Metric: true } });
    expect(session.getState().settings.geoSpeed.Metric).toBe(false);
  });

  it.each(['admin', 'superadmin'] as const)('[S-054] [S-055] subscribes and asks to stream as %s', async (role) => {
    const { session, log } = openSession({ role });
    await settle();
    expect(log).toEqual(['listen', 'queue true']);
    expect(session.getState().request).toBe('queued');
  });

  it('[S-056] [S-057] closing unsubscribes first, then sends the stop command', async () => {
    const { session, log, tell } = openSession();
    await settle();
    tell({});
    log.length = 0;
    session.close();
    session.close();
    await settle();
    expect(log).toEqual(['shut up', 'queue false']);
  });

  it('closing sends the stop command only after the hub has processed the unsubscription', async () => {
    let know: () => void = () => undefined;
    const { session, log, tell } = openSession({ stopped: new Promise((resolve) => (know = resolve)) });
    await settle();
    tell({});
    session.close();
    await settle();
    expect(log.at(-1)).toBe('shut up');
    know();
    await settle();
    expect(log.at(-1)).toBe('queue false');
  });

  it("[S-055] [S-057] [S-085] a viewer's session subscribes and sends no command", async () => {
    const { session, log, said } = openSession({ role: 'viewer' });
    await settle();
    expect(session.getState().request).toBe('none');
    session.close();
    await settle();
    expect([log, said]).toEqual([['listen', 'shut up'], []]);
  });

  it('the session of a recording sends no command', async () => {
    const { session, log } = openSession({ kind: 'replay' });
    await settle();
    session.close();
    await settle();
    expect([session.getState().maySend, log]).toEqual([false, ['listen', 'shut up']]);
  });

  it("a session that is closed at once, as in React's strict mode, sends nothing", async () => {
    const { session, log } = openSession();
    session.close();
    await settle();
    expect(log).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('closing after the user has signed out sends nothing', async () => {
    const { session, log, api } = openSession();
    await settle();
    api.isSignedIn = false;
    session.close();
    await settle();
    expect(log).toEqual(['listen', 'queue true', 'shut up']);
  });

  it('closing after the device was removed sends nothing', async () => {
    const { session, log, api } = openSession();
    await settle();
    api.isRemoved = true;
    session.close();
    await settle();
    expect(log).toEqual(['listen', 'queue true', 'shut up']);
  });

  it('closing leaves no timer or listener behind', async () => {
    const { session, log, tell, followers } = openSession();
    await settle();
    tell({});
    session.close();
    await settle();
    log.length = 0;
    await vi.advanceTimersByTimeAsync(120_000);
    expect([log, vi.getTimerCount(), followers.size]).toEqual([[], 0, 0]);
  });

  it('closing and reopening at once sends the commands in this order', async () => {
    const first = openSession();
    await settle();
    first.tell({});
    const { log } = first;
    log.length = 0;
    first.api.isSlow = true;
    first.session.close();
    const second = openSession({ log });
    await settle();
    expect(log).toEqual(['shut up', 'queue false', 'listen']);
    first.api.finish();
    await settle();
    expect(log).toEqual(['shut up', 'queue false', 'listen', 'queue true']);
    second.session.close();
    await settle();
  });

  it('leaving the page sends the stop command at once, and coming back asks again', async () => {
    const { log, tell, happen, session } = openSession();
    await settle();
    tell({});
    log.length = 0;
    happen('leave');
    expect(log).toEqual(['shut up', 'last stop']);
    log.length = 0;
    happen('back');
    await settle();
    expect([log, session.getState().request]).toEqual([['listen', 'queue true'], 'queued']);
  });

  it('a recovered connection asks again only if the stream has stopped', async () => {
    const { log, tell, happen, engine } = openSession();
    await settle();
    tell({});
    log.length = 0;
    happen('recovery');
    await settle();
    expect(log).toEqual([]);
    engine.say({ isSilent: true });
    happen('recovery');
    await settle();
    expect(log).toEqual(['queue true']);
  });
});

describe('a device', () => {
  it.each([
    ['streams over Bluetooth', { ...CELLULAR, bluetooth: true }, 'bluetooth'],
    ['streams over Bluetooth beside its cellular link', { ...CELLULAR, lastStreamMode: 3 }, 'bluetooth'],
    ['cannot stream over satellite', { ...CELLULAR, isIridium: true }, 'satellite'],
  ])('a session does not ask a device that %s', async (_, device, request) => {
    const { session, log } = openSession({ device });
    await settle();
    expect(session.getState().request).toBe(request);
    session.close();
    await settle();
    expect(log).toEqual(['listen', 'shut up']);
  });

  it('an accepted command is answered, is not sent again and does not expire', async () => {
    const { session, log, tell } = openSession();
    await settle();
    tell({ commandId: 7 });
    tell({ state: 'sent' });
    expect(session.getState().request).toBe('queued');
    tell({});
    expect(session.getState().request).toBe('answered');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(log).toEqual(['listen', 'queue true']);
  });

  it('an answer of the device before the reply of the server is not lost', async () => {
    const { session, api, tell } = openSession();
    api.isSlow = true;
    await settle();
    tell({});
    api.finish();
    await settle();
    expect(session.getState().request).toBe('answered');
  });

  it('a refusing device gives the reason', async () => {
    const { session, tell } = openSession();
    await settle();
    tell({ state: 'rejected', note: 'The command had expired.' });
    expect(session.getState()).toMatchObject({ request: 'refused', requestNote: 'The command had expired.' });
  });

  it('[C-110] a device that does not answer within 60 s: the command is deleted, with these words', async () => {
    const { session, log, said } = openSession();
    await settle();
    await vi.advanceTimersByTimeAsync(59_999);
    expect([log.at(-1), said]).toEqual(['queue true', []]);
    await vi.advanceTimersByTimeAsync(1);
    expect([log.at(-1), said]).toEqual(['delete 5120', ['Command response not received. Deleting command.']]);
    expect(session.getState().request).toBe('given-up');
  });

  it('a device is not called silent if this console missed its answer', async () => {
    const { session, api, said } = openSession();
    await settle();
    api.failure = new ApiError({ status: 404, code: 'command-not-found', detail: 'There is no such command.' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([session.getState().request, said]).toEqual(['answered', []]);
  });

  it('closing before the device has answered deletes the command', async () => {
    const { session, log, said } = openSession();
    await settle();
    log.length = 0;
    session.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([log, said]).toEqual([['shut up', 'delete 5120', 'queue false'], []]);
  });

  it('the user can ask again after the server was not reached, but not once the window is closed', async () => {
    const { session, api, log, said, retries } = openSession();
    api.failure = new ApiError({ status: 0, code: 'unreachable', detail: 'The server cannot be reached.' });
    await settle();
    expect([session.getState().request, said]).toEqual(['failed', ['error: The device was not asked to stream']]);
    api.failure = null;
    log.length = 0;
    retries[0]?.();
    await settle();
    expect([log, session.getState().request]).toEqual([['queue true'], 'queued']);
    session.close();
    await settle();
    log.length = 0;
    retries[0]?.();
    await settle();
    expect(log).toEqual([]);
  });
});

describe('a captured passage', () => {
  const passage = passageAt(1_782_522_123_000);

  it('[S-067] a captured passage is sent at once when SendToDB is on, once, and is not held', async () => {
    const { session, engine, added, said } = openSession();
    engine.capture(passage);
    await vi.advanceTimersByTimeAsync(1000);
    session.sendHeld();
    await settle();
    expect(added).toEqual([passage]);
    expect(said).toEqual(['Adding Web Passage']);
    expect(session.getState()).toMatchObject({ sending: [], unsent: [] });
  });

  it('[S-068] [S-069] a captured passage is held when SendToDB is off, until the user sends it, with a message', async () => {
    const { session, engine, added, said, api } = openSession({ sendsToDb: false });
    engine.capture(passage);
    await vi.advanceTimersByTimeAsync(1000);
    expect([added, said, session.getState().unsent]).toEqual([[], [], [passage]]);
    api.isSlow = true;
    session.sendHeld();
    session.sendHeld();
    expect([added, said]).toEqual([[passage], ['Adding Web Passage']]);
    expect(session.getState()).toMatchObject({ sending: [passage], unsent: [] });
    api.finish();
    await settle();
    expect([session.getState().sending, session.getState().unsent, engine.status.held]).toEqual([[], [], []]);
  });

  it.each([true, false])(
    "[S-088] a viewer's session never sends a captured passage, whatever SendToDB is: %s",
    async (sendsToDb) => {
      const { session, engine, added } = openSession({ role: 'viewer', sendsToDb });
      engine.capture(passage);
      await vi.advanceTimersByTimeAsync(1000);
      session.sendHeld();
      await settle();
      expect([added, session.getState().maySend, engine.settings?.realTime.SendToDB]).toEqual([[], false, false]);
    },
  );

  it('[S-088] an admin and a superadmin may send passages', () => {
    const roles = ['admin', 'superadmin', 'viewer'] as const;
    expect(roles.map((role) => openSession({ role }).session.getState().maySend)).toEqual([true, true, false]);
  });

  it('a passage that failed to send is reported, outlives the pause, and can be sent again', async () => {
    const { session, engine, added, said, api, retries } = openSession({ sendsToDb: false });
    engine.capture(passage);
    await vi.advanceTimersByTimeAsync(1000);
    api.failure = new ApiError({ status: 0, code: 'unreachable', detail: 'The server cannot be reached.' });
    session.sendHeld();
    await settle();
    session.resume();
    expect(said.at(-1)).toBe('error: The passage was not added');
    expect(session.getState().unsent).toEqual([passage]);
    retries[0]?.();
    await settle();
    expect([added.length, session.getState().unsent]).toEqual([2, [passage]]);
    api.failure = null;
    session.sendHeld();
    await settle();
    expect([added.length, session.getState().unsent]).toEqual([3, []]);
    retries[0]?.();
    await settle();
    expect(added).toHaveLength(3);
  });
});

describe('the plots', () => {
  it('[S-102] plots are drawn every 150 ms', async () => {
    const { session } = openSession();
    await settle();
    let drawn = 0;
    session.onRefresh(() => (drawn += 1));
    await vi.advanceTimersByTimeAsync(15_016);
    expect(drawn).toBe(100);
  });

  it('[S-058] paused plots are drawn only after a change', async () => {
    const { session } = openSession();
    await settle();
    let drawn = 0;
    session.onRefresh(() => (drawn += 1));
    session.pause();
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toBe(1);
    session.setSpan(5);
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toBe(2);
    session.resume();
    await vi.advanceTimersByTimeAsync(3000);
    expect(drawn).toBeGreaterThan(20);
  });

  it.each(['hidden', 'minimised'])('only detects while the window is %s', async (why) => {
    const { session, engine, hide, hear } = openSession();
    await settle();
    let drawn = 0;
    session.onRefresh(() => (drawn += 1));
    if (why === 'hidden') hide();
    else session.setShown(false);
    engine.advancedAt.length = 0;
    await vi.advanceTimersByTimeAsync(3000);
    expect([drawn, engine.advancedAt.length]).toEqual([0, 3]);
    hear();
    expect([drawn, engine.advancedAt.length]).toEqual([0, 4]);
  });

  it("the plots of a recording use the recording's time", async () => {
    const { session, engine } = openSession({ kind: 'replay', rate: 4 });
    await settle();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(session.now()).toBe(performance.now() * 4);
    expect(engine.advancedAt.at(-1)).toBeGreaterThan(4 * (performance.now() - 200));
  });
});

describe('the state', () => {
  it('the state is a new object only when something in it has changed', async () => {
    const { session, engine } = openSession();
    await settle();
    let told = 0;
    session.subscribe(() => (told += 1));
    const before = session.getState();
    await vi.advanceTimersByTimeAsync(3000);
    expect([session.getState() === before, told]).toEqual([true, 0]);
    engine.say({ streamTime: 1000 });
    await vi.advanceTimersByTimeAsync(3000);
    expect([session.getState().status.streamTime, told]).toEqual([1000, 1]);
    session.setAutoScaled(false);
    session.setAutoScaled(false);
    expect([session.getState().isAutoScaled, told]).toEqual([false, 2]);
  });

  it('the state of a closed window does not change', async () => {
    const { session, engine, hear } = openSession();
    await settle();
    const before = session.getState();
    session.close();
    engine.say({ streamTime: 1000 });
    hear();
    expect(session.getState()).toBe(before);
    await settle();
  });
});

describe('a recording', () => {
  it('a recording is saved with the device and the time of its end in its name', async () => {
    const { session, hear, log, saved } = openSession({ role: 'viewer' });
    await settle();
    hear();
    log.length = 0;
    session.saveRecording();
    expect((await saved).size).toBeGreaterThan(0);
    expect(log).toEqual(['save 100234_2026-06-27_01-02-03.wmstream']);
  });

  it('an empty recording is not saved', () => {
    const { session, said, log } = openSession();
    session.saveRecording();
    expect([said, log]).toEqual([['Nothing is recorded yet'], []]);
  });
});
