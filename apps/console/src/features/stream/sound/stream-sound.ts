import type { StreamSession } from '../session/session-types.ts';
import { shareAudioOutput, type AudioOutput, type PlayerPort } from './audio-output.ts';
import type { FromPlayer } from './sound-messages.ts';
import type { PlayerState } from './sound-player.ts';
import { limitVolume, VOLUME } from './sound-policy.ts';

/**
 * `buffering`: starts when 2 s have arrived. `blocked`: the browser plays nothing before the user's first click or key
 * in the page (Firefox reports the same without a loudspeaker). `unsupported`: this browser, or this connection without
 * TLS, allows no sound.
 */
export type SoundStatus = PlayerState | 'blocked' | 'unsupported';

export interface SoundState {
  readonly state: SoundStatus;
  /** dB, 0 to 60. */
  readonly volume: number;
}

/** Plays the geophone of one dialog with a delay of 2 s. */
export interface StreamSound {
  play(): Promise<void>;
  stop(): void;
  setVolume(db: number): void;
  getState(): SoundState;
  subscribe(listener: () => void): () => void;
  close(): void;
}

class DialogSound {
  readonly #session: Pick<StreamSession, 'onFrame'>;
  readonly #output: AudioOutput | null;
  readonly #listeners = new Set<() => void>();
  readonly #forgetOutput: (() => void) | undefined;
  #state: SoundState = { state: 'stopped', volume: VOLUME.default };
  #isWanted = false;
  #isUnsupported = false;
  #isClosed = false;
  #played: PlayerState = 'stopped';
  #player: PlayerPort | null = null;
  #release: (() => void) | null = null;
  #stopListening: (() => void) | null = null;

  constructor(session: Pick<StreamSession, 'onFrame'>, output: AudioOutput | null) {
    this.#session = session;
    this.#output = output;
    this.#forgetOutput = output?.subscribe(() => this.#tell());
  }

  async play(): Promise<void> {
    if (this.#isWanted || this.#isClosed) return;
    this.#isWanted = true;
    this.#isUnsupported = false;
    // Called before any await: the browser's permission from a click expires.
    this.#release ??= this.#output?.hold() ?? null;
    this.#tell();
    const isReady = (await this.#output?.prepare()) ?? false;
    // The user may have stopped it meanwhile, and even started it again.
    if (!this.#isWanted || this.#stopListening) return;
    if (this.#output && isReady) this.#start(this.#output);
    else this.#giveUp();
  }

  stop(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#stopListening?.();
    this.#stopListening = null;
    this.#player?.send({ type: 'stop' });
    // A running player fades out first, and reports that.
    if (!this.#player || !this.#output?.isRunning()) this.#letGo();
    this.#tell();
  }

  setVolume(db: number): void {
    const volume = limitVolume(db);
    this.#player?.send({ type: 'volume', db: volume });
    this.#tell(volume);
  }

  getState(): SoundState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    if (this.#isClosed) return;
    this.stop();
    this.#isClosed = true;
    this.#player?.send({ type: 'close' });
    this.#forgetOutput?.();
  }

  #start(output: AudioOutput): void {
    this.#player ??= output.addPlayer((said) => this.#onSaid(said));
    const player = this.#player;
    player.send({ type: 'volume', db: this.#state.volume });
    player.send({ type: 'start' });
    this.#stopListening = this.#session.onFrame(({ seq, geo }) => {
      // A suspended loudspeaker would only queue them.
      if (output.isRunning()) player.send({ type: 'frame', seq, sounds: geo });
    });
  }

  #giveUp(): void {
    this.#isWanted = false;
    this.#isUnsupported = true;
    this.#letGo();
    this.#tell();
  }

  #onSaid({ state }: FromPlayer): void {
    this.#played = state;
    if (state === 'stopped' && !this.#isWanted) this.#letGo();
    this.#tell();
  }

  #letGo(): void {
    this.#release?.();
    this.#release = null;
  }

  #readStatus(): SoundStatus {
    if (this.#isUnsupported) return 'unsupported';
    if (!this.#isWanted) return 'stopped';
    if (this.#output?.isBlocked()) return 'blocked';
    return this.#played === 'playing' ? 'playing' : 'buffering';
  }

  #tell(volume = this.#state.volume): void {
    const state = this.#readStatus();
    if (state === this.#state.state && volume === this.#state.volume) return;
    this.#state = { state, volume };
    for (const listener of this.#listeners) listener();
  }
}

export function createStreamSound(session: Pick<StreamSession, 'onFrame'>, output = shareAudioOutput()): StreamSound {
  const sound = new DialogSound(session, output);
  return {
    play: () => sound.play(),
    stop: () => sound.stop(),
    setVolume: (db) => sound.setVolume(db),
    getState: () => sound.getState(),
    subscribe: (listener) => sound.subscribe(listener),
    close: () => sound.close(),
  };
}
