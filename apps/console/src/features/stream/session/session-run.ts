import type { Role } from '@waymark/contract/roles';
import type {
  CapturedPassage,
  StreamEngine,
  StreamHappening,
  ThresholdPath,
} from '@waymark/domain/stream/engine-types';
import type { StreamFrame } from '@waymark/domain/stream/frame';
import { DIALOG_SETTINGS, type StreamSettings } from '@waymark/domain/stream/settings';
import type { SpanSeconds } from '@waymark/domain/stream/spans';
import type { ThresholdName } from '@waymark/domain/stream/thresholds';
import { formatUtcSecond } from '@waymark/domain/time/utc';
import { t } from '#/language/t.ts';
import { writeRecording } from '../recording/recording-file.ts';
import { Recorder } from '../recording/recording.ts';
import { PassageSender } from './send-passages.ts';
import type { SessionParts } from './session-parts.ts';
import { RefreshLoop } from './session-refresh.ts';
import type { FrameSource, SessionState, StreamSession } from './session-types.ts';
import { StreamEnable } from './stream-enable.ts';

export interface SessionPlan {
  readonly source: FrameSource;
  readonly role: Role;
  readonly engine: StreamEngine;
  readonly parts: SessionParts;
}

type Passages = readonly CapturedPassage[];

function listUnsent(held: Passages, { failed, sending }: PassageSender): Passages {
  const kept = held.filter((passage) => !failed.includes(passage));
  return [...failed, ...kept].filter((passage) => !sending.includes(passage));
}

const areSame = (one: Passages, other: Passages) =>
  one.length === other.length && one.every((passage, at) => passage === other[at]);

function isSameState(one: SessionState, other: SessionState): boolean {
  return (Object.keys(one) as (keyof SessionState)[]).every((name) => one[name] === other[name]);
}

/** "100234_2026-03-16_09-41-56.wmstream" */
function nameRecording(uid: number, at: number): string {
  return `${uid}_${formatUtcSecond(at).replace(' ', '_').replaceAll(':', '-')}.wmstream`;
}

/** An open stream window: passes frames from its source to its engine, and reacts to the results. */
export class Session implements StreamSession {
  readonly uid: number;
  readonly engine: StreamEngine;
  readonly #plan: SessionPlan;
  readonly #maySend: boolean;
  readonly #sender: PassageSender;
  readonly #enable: StreamEnable | null;
  readonly #recorder: Recorder | null;
  readonly #loop: RefreshLoop;
  readonly #listeners = new Set<() => void>();
  readonly #draws = new Set<() => void>();
  readonly #hearers = new Set<(frame: StreamFrame) => void>();
  readonly #stops: (() => void)[] = [];
  readonly #opening: ReturnType<typeof setTimeout>;
  #stopSource: (() => Promise<void>) | null = null;
  #settings = DIALOG_SETTINGS;
  #isAutoScaled = true;
  #isShown = true;
  /** Something else must be drawn, though the plots are paused. */
  #isStale = true;
  #isClosed = false;
  #state: SessionState;

  constructor(plan: SessionPlan) {
    const { source, role, engine, parts } = plan;
    const { page, voice, desk, addPassage } = parts;
    const isLive = source.kind === 'live';
    this.uid = source.uid;
    this.engine = engine;
    this.#plan = plan;
    this.#maySend = isLive && role !== 'viewer';
    this.#sender = new PassageSender({ add: addPassage, voice, onChange: () => this.#publish() });
    this.#enable = this.#maySend ? new StreamEnable(this.uid, { desk, voice, onChange: () => this.#publish() }) : null;
    this.#recorder = isLive ? new Recorder() : null;
    this.#loop = new RefreshLoop(page, () => this.#refresh());
    engine.setSettings(this.#limit(this.#settings));
    this.#state = this.#compose([]);
    // Deferred: a window that is closed at once, as in React's strict mode, must not send a request.
    this.#opening = setTimeout(() => this.#open());
  }

  // These methods are passed on without their object.
  readonly getState = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The engine's clock runs at the playback speed of the recording. */
  readonly now = (): number => this.#plan.parts.page.now() * this.#plan.source.rate;

  setShown(isShown: boolean): void {
    this.#isShown = isShown;
    this.#followSight();
  }

  onRefresh(draw: () => void): () => void {
    this.#draws.add(draw);
    this.#isStale = true;
    return () => this.#draws.delete(draw);
  }

  onFrame(listener: (frame: StreamFrame) => void): () => void {
    this.#hearers.add(listener);
    return () => this.#hearers.delete(listener);
  }

  pause(): void {
    this.#change(() => this.engine.pause());
  }

  resume(): void {
    this.#change(() => this.engine.resume());
  }

  setSpan(span: SpanSeconds): void {
    this.#change(() => this.engine.setSpan(span));
  }

  setRssiHz(hz: number): void {
    this.#change(() => this.engine.setRssiHz(hz));
  }

  setAutoScaled(isAutoScaled: boolean): void {
    this.#change(() => (this.#isAutoScaled = isAutoScaled));
  }

  setSettings(settings: StreamSettings): void {
    this.#change(() => {
      this.#settings = settings;
      this.engine.setSettings(this.#limit(settings));
    });
  }

  setThreshold(name: ThresholdName, value: number, path: ThresholdPath): void {
    this.#change(() => this.engine.setThreshold(name, value, path));
  }

  autoThresholds(): void {
    this.#change(() => this.engine.autoThresholds());
  }

  askAgain(): void {
    this.#enable?.ask();
  }

  sendHeld(): void {
    if (!this.#maySend) return;
    for (const passage of this.#state.unsent) this.#sender.send(passage, () => this.engine.release(passage));
  }

  saveRecording(): void {
    const { page, voice } = this.#plan.parts;
    const { newestAt = null, frames = [] } = this.#recorder ?? {};
    if (newestAt === null) {
      voice.notice(t('Nothing is recorded yet'));
      return;
    }
    writeRecording(this.uid, frames).then(
      (file) => page.saveBlob(nameRecording(this.uid, newestAt), file),
      (cause: unknown) => voice.error({ message: t('The recording was not saved'), cause }),
    );
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#opening);
    this.#loop.stop();
    for (const stop of this.#stops) stop();
    const unheard = this.#stopSource?.() ?? Promise.resolve();
    this.#enable?.close(unheard);
    for (const known of [this.#listeners, this.#draws, this.#hearers]) known.clear();
  }

  #open(): void {
    const { page } = this.#plan.parts;
    this.#stops.push(
      page.onVisibility(() => this.#followSight()),
      page.onLeave(() => {
        void this.#stopSource?.();
        this.#stopSource = null;
        this.#enable?.leave();
      }),
      page.onReturn(() => this.#begin()),
      // After a long disconnection the hub has dropped this subscription, and the server has stopped the stream.
      page.onRecovery(() => this.engine.status.isSilent && this.#enable?.ask()),
    );
    this.#loop.start(this.#isSeen());
    this.#begin();
  }

  #begin(): void {
    this.#stopSource ??= this.#plan.source.start((frame) => this.#take(frame));
    this.#enable?.ask();
  }

  #take(frame: StreamFrame): void {
    this.engine.push(frame);
    this.#recorder?.take(frame);
    for (const hear of this.#hearers) hear(frame);
    // Timers of a hidden page may pause for a minute, its frames do not.
    if (!this.#isSeen()) this.#advance();
  }

  #isSeen(): boolean {
    return this.#isShown && this.#plan.parts.page.isVisible();
  }

  #followSight(): void {
    if (this.#isClosed) return;
    this.#isStale = true;
    this.#loop.setSeen(this.#isSeen());
  }

  #refresh(): void {
    this.#advance();
    if (!this.#isSeen() || (this.engine.status.pause !== null && !this.#isStale)) return;
    this.#isStale = false;
    for (const draw of this.#draws) draw();
  }

  #advance(): void {
    for (const happening of this.engine.advance(this.now())) this.#follow(happening);
    this.#publish();
  }

  #follow(happening: StreamHappening): void {
    if (happening.type === 'captured' && this.#limit(this.#settings).realTime.SendToDB)
      this.#sender.send(happening.passage);
  }

  /** Users who may not send passages hold every captured one. */
  #limit(settings: StreamSettings): StreamSettings {
    return this.#maySend ? settings : { ...settings, realTime: { ...settings.realTime, SendToDB: false } };
  }

  #change(act: () => void): void {
    act();
    this.#isStale = true;
    this.#publish();
  }

  #publish(): void {
    const state = this.#compose(this.#state.unsent);
    if (this.#isClosed || isSameState(state, this.#state)) return;
    if (state.status !== this.#state.status) this.#isStale = true;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #compose(unsentBefore: Passages): SessionState {
    const { status, span, rssiHz } = this.engine;
    const { request, note } = this.#enable?.state ?? { request: 'none', note: null };
    const unsent = listUnsent(status.held, this.#sender);
    return {
      source: this.#plan.source.kind,
      status,
      span,
      rssiHz,
      isAutoScaled: this.#isAutoScaled,
      settings: this.#settings,
      sending: this.#sender.sending,
      unsent: areSame(unsent, unsentBefore) ? unsentBefore : unsent,
      maySend: this.#maySend,
      request,
      requestNote: note,
    };
  }
}
