import { FRAME_ROWS, FRAME_SOUNDS, CHANNELS, type StreamFrame } from '@waymark/domain/stream/frame';
import { describe, expect, it } from 'vitest';
import type { AudioOutput } from './audio-output.ts';
import type { FromPlayer, ToPlayer } from './sound-messages.ts';
import { createStreamSound } from './stream-sound.ts';

/** A loudspeaker that the test controls. */
class Loudspeaker implements AudioOutput {
  readonly sent: ToPlayer[] = [];
  holders = 0;
  /** Behaves as a browser that waits for a click. */
  waits = false;
  isUsable = true;
  say: (said: FromPlayer) => void = () => undefined;
  #onChange: () => void = () => undefined;

  get told(): string[] {
    return this.sent.map((message) => message.type);
  }

  async prepare(): Promise<boolean> {
    return this.isUsable;
  }

  addPlayer(onSaid: (said: FromPlayer) => void) {
    this.say = onSaid;
    return { send: (message: ToPlayer) => void this.sent.push(message) };
  }

  hold(): () => void {
    this.holders += 1;
    return () => (this.holders -= 1);
  }

  isRunning(): boolean {
    return this.holders > 0 && !this.waits;
  }

  isBlocked(): boolean {
    return this.waits;
  }

  subscribe(listener: () => void): () => void {
    this.#onChange = listener;
    return () => undefined;
  }

  click(): void {
    this.waits = false;
    this.#onChange();
  }
}

const frame: StreamFrame = {
  uid: 1,
  seq: 7,
  t: 0,
  geo: new Float32Array(FRAME_SOUNDS),
  em: new Float32Array(FRAME_ROWS * CHANNELS),
};

function open(loudspeaker: Loudspeaker | null) {
  const listeners = new Set<(frame: StreamFrame) => void>();
  const onFrame = (listener: (frame: StreamFrame) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const sound = createStreamSound({ onFrame }, loudspeaker);
  return { sound, stream: () => listeners.forEach((listener) => listener(frame)), listeners };
}

describe('the sound of a dialog', () => {
  it('[S-011] [S-070] sound is stopped, buffers after play, plays when the player does, and stops again', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, stream, listeners } = open(loudspeaker);
    const seen: string[] = [];
    sound.subscribe(() => seen.push(sound.getState().state));
    expect(sound.getState()).toEqual({ state: 'stopped', volume: 20 });
    await sound.play();
    stream();
    loudspeaker.say({ state: 'playing' });
    sound.stop();
    stream();
    expect(seen).toEqual(['buffering', 'playing', 'stopped']);
    expect(loudspeaker.told).toEqual(['volume', 'start', 'frame', 'stop']);
    expect(listeners.size).toBe(0);
  });

  it('suspends the loudspeaker after the sound has faded out', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound } = open(loudspeaker);
    await sound.play();
    sound.stop();
    expect(loudspeaker.holders).toBe(1);
    loudspeaker.say({ state: 'stopped' });
    expect(loudspeaker.holders).toBe(0);
    await sound.play();
    sound.close();
    loudspeaker.say({ state: 'stopped' });
    expect(loudspeaker.holders).toBe(0);
    expect(loudspeaker.told.at(-1)).toBe('close');
  });

  it('does not start if it was stopped during the start', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    const playing = sound.play();
    sound.stop();
    await playing;
    expect([loudspeaker.sent.length, loudspeaker.holders, listeners.size]).toEqual([0, 0, 0]);
  });

  it('starts once, however often stop and play alternate', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    const playing = [sound.play()];
    sound.stop();
    playing.push(sound.play(), sound.play());
    await Promise.all(playing);
    expect([loudspeaker.told, loudspeaker.holders, listeners.size]).toEqual([['volume', 'start'], 1, 1]);
  });

  it('reports blocked until the browser allows sound, and drops the frames before', async () => {
    const loudspeaker = new Loudspeaker();
    loudspeaker.waits = true;
    const { sound, stream } = open(loudspeaker);
    await sound.play();
    stream();
    expect(sound.getState().state).toBe('blocked');
    loudspeaker.click();
    stream();
    expect(sound.getState().state).toBe('buffering');
    expect(loudspeaker.told).toEqual(['volume', 'start', 'frame']);
  });

  it('releases a loudspeaker that never ran as soon as it is stopped', async () => {
    const loudspeaker = new Loudspeaker();
    loudspeaker.waits = true;
    const { sound } = open(loudspeaker);
    await sound.play();
    sound.stop();
    expect(loudspeaker.holders).toBe(0);
    expect(sound.getState().state).toBe('stopped');
  });

  it('says that sound is unsupported, and tries again on request', async () => {
    const none = open(null).sound;
    await none.play();
    expect(none.getState().state).toBe('unsupported');
    const loudspeaker = new Loudspeaker();
    loudspeaker.isUsable = false;
    const { sound } = open(loudspeaker);
    await sound.play();
    expect([sound.getState().state, loudspeaker.holders]).toEqual(['unsupported', 0]);
    loudspeaker.isUsable = true;
    await sound.play();
    expect(sound.getState().state).toBe('buffering');
  });

  it('[S-012] [S-115] passes the volume to the player before the start and on each change', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound } = open(loudspeaker);
    sound.setVolume(30);
    await sound.play();
    sound.setVolume(99);
    expect(loudspeaker.sent).toEqual([{ type: 'volume', db: 30 }, { type: 'start' }, { type: 'volume', db: 60 }]);
    expect(sound.getState().volume).toBe(60);
  });

  it('plays nothing after it is closed', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    sound.close();
    await sound.play();
    expect([sound.getState().state, loudspeaker.holders, listeners.size]).toEqual(['stopped', 0, 0]);
  });
});
