import { PROCESSOR, type FromPlayer, type ToPlayer } from './sound-messages.ts';
import { SoundPlayer, type PlayerState } from './sound-player.ts';

// Runs on the browser's audio thread, also while the window is minimised or its tab hidden.

declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

class StreamSoundProcessor extends AudioWorkletProcessor {
  readonly #player = new SoundPlayer(sampleRate);
  #told: PlayerState | null = 'stopped';
  #isClosed = false;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<ToPlayer>) => this.#heed(data));
    this.port.start();
  }

  /** The browser calls it for every 128 samples, until it returns false. */
  process(_inputs: unknown, [output]: readonly (readonly Float32Array[])[]): boolean {
    const [channel] = output ?? [];
    if (channel) this.#player.process(channel);
    const { state, isSilent } = this.#player;
    if (state !== this.#told && (state !== 'stopped' || isSilent)) this.#tell(state);
    return !(this.#isClosed && isSilent);
  }

  #tell(state: PlayerState): void {
    this.#told = state;
    this.port.postMessage({ state } satisfies FromPlayer, []);
  }

  #heed(message: ToPlayer): void {
    switch (message.type) {
      case 'start':
        // Reset, so that the stop that follows is always reported.
        this.#told = null;
        return this.#player.start();
      case 'close':
        this.#isClosed = true;
        return this.#player.stop();
      case 'stop':
        return this.#player.stop();
      case 'volume':
        return this.#player.setVolume(message.db);
      case 'frame':
        return this.#player.push(message.seq, message.sounds);
    }
  }
}

registerProcessor(PROCESSOR, StreamSoundProcessor);
