// oxlint-disable-next-line import/default -- what it exports, Vite makes
import workletAddress from './sound-worklet.ts?worker&url';
import { once } from '#/api/once.ts';
import { PROCESSOR, type FromPlayer, type ToPlayer } from './sound-messages.ts';

/** A browser answers within this time, unless it waits for a click. */
const ASKING_MS = 1000;
const GESTURES = ['click', 'keydown'] as const;

/** A player on the audio thread. */
export interface PlayerPort {
  send(message: ToPlayer): void;
}

/** The loudspeaker, shared by all dialogs and suspended while it is not used. */
export interface AudioOutput {
  /** False: this browser plays no sound, or not on a page without TLS. */
  prepare(): Promise<boolean>;
  addPlayer(onSaid: (said: FromPlayer) => void): PlayerPort;
  /** Runs the loudspeaker until the returned function is called. A browser may delay the start until a click. */
  hold(): () => void;
  isRunning(): boolean;
  /** A dialog uses it, and the browser does not let it run. */
  isBlocked(): boolean;
  subscribe(listener: () => void): () => void;
}

class BrowserOutput implements AudioOutput {
  readonly #listeners = new Set<() => void>();
  #opened: AudioContext | null = null;
  #loading: Promise<void> | null = null;
  #holders = 0;
  #isBlocked = false;

  /** Created on first use: it runs, and uses power, from that moment. */
  get #context(): AudioContext {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async prepare(): Promise<boolean> {
    this.#loading ??= this.#context.audioWorklet.addModule(workletAddress);
    try {
      await this.#loading;
      return true;
    } catch {
      this.#loading = null;
      return false;
    }
  }

  addPlayer(onSaid: (said: FromPlayer) => void): PlayerPort {
    const node = new AudioWorkletNode(this.#context, PROCESSOR, { numberOfInputs: 0, outputChannelCount: [1] });
    node.port.addEventListener('message', ({ data }: MessageEvent<FromPlayer>) => onSaid(data));
    node.port.start();
    node.connect(this.#context.destination);
    return { send: (message) => node.port.postMessage(message, []) };
  }

  hold(): () => void {
    this.#holders += 1;
    this.#ask();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders === 0) this.#rest();
    };
  }

  isRunning(): boolean {
    return this.#opened?.state === 'running';
  }

  isBlocked(): boolean {
    return this.#isBlocked;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open(): AudioContext {
    const context = new AudioContext({ latencyHint: 'playback' });
    context.addEventListener('statechange', () => this.#onStateChange());
    return context;
  }

  /** Without a gesture the promise may stay open for ever. */
  readonly #resume = (): void => {
    this.#context.resume().catch(() => undefined);
  };

  #ask(): void {
    if (this.isRunning()) return;
    this.#resume();
    setTimeout(() => this.#setBlocked(this.#holders > 0 && !this.isRunning()), ASKING_MS);
  }

  #rest(): void {
    this.#setBlocked(false);
    this.#context.suspend().catch(() => undefined);
  }

  #onStateChange(): void {
    if (this.isRunning()) this.#setBlocked(false);
    // Suspended by the system: a phone call, or the device went to sleep.
    else if (this.#holders > 0) this.#ask();
  }

  #setBlocked(isBlocked: boolean): void {
    if (isBlocked === this.#isBlocked) return;
    this.#isBlocked = isBlocked;
    for (const gesture of GESTURES) {
      if (isBlocked) addEventListener(gesture, this.#resume, { capture: true });
      else removeEventListener(gesture, this.#resume, { capture: true });
    }
    for (const listener of this.#listeners) listener();
  }
}

const makeOutput = once((): AudioOutput => new BrowserOutput());

/** null: the browser has no sound worklets, or hides them from a page without TLS. */
export function shareAudioOutput(): AudioOutput | null {
  return 'AudioWorkletNode' in globalThis ? makeOutput() : null;
}
