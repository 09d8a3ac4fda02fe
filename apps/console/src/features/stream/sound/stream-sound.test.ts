import { FRAME_ROWS, FRAME_SOUNDS, CHANNELS, type StreamFrame } from '@waymark/domain/stream/frame';
import { describe, expect, it } from 'vitest';
import type { AudioOutput } from './audio-output.ts';
import type { FromPlayer, ToPlayer } from './sound-messages.ts';
import { createStreamSound } from './stream-sound.ts';

/** A loudspeaker that does as it is told here. */
class Loudspeaker implements AudioOutput {
  readonly sent: ToPlayer[] = [];
  holders = 0;
  /** As a browser that waits for a click. */
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
  it('[S-011] [S-070] is stopped, buffers when played, plays when the player does, and is stopped again', async () => {
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

  it('lets the loudspeaker rest when the last of it has died away', async () => {
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

  it('does not begin when it was stopped before it could', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    const playing = sound.play();
    sound.stop();
    await playing;
    expect([loudspeaker.sent.length, loudspeaker.holders, listeners.size]).toEqual([0, 0, 0]);
  });

  it('begins once, however often it is stopped and played meanwhile', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    const playing = [sound.play()];
    sound.stop();
    playing.push(sound.play(), sound.play());
    await Promise.all(playing);
    expect([loudspeaker.told, loudspeaker.holders, listeners.size]).toEqual([['volume', 'start'], 1, 1]);
  });

  it('is blocked until the browser lets it, and throws away what comes before', async () => {
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

  it('frees a loudspeaker that never ran as soon as it is stopped', async () => {
    const loudspeaker = new Loudspeaker();
    loudspeaker.waits = true;
    const { sound } = open(loudspeaker);
    await sound.play();
    sound.stop();
    expect(loudspeaker.holders).toBe(0);
    expect(sound.getState().state).toBe('stopped');
  });

  it('says where there is no sound, and tries again when asked', async () => {
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

  it('[S-012] [S-115] has its volume, which the player gets before it starts and when it is changed', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound } = open(loudspeaker);
    sound.setVolume(30);
    await sound.play();
    sound.setVolume(99);
    expect(loudspeaker.sent).toEqual([{ type: 'volume', db: 30 }, { type: 'start' }, { type: 'volume', db: 60 }]);
    expect(sound.getState().volume).toBe(60);
  });

  it('is over once it is closed', async () => {
    const loudspeaker = new Loudspeaker();
    const { sound, listeners } = open(loudspeaker);
    sound.close();
    await sound.play();
    expect([sound.getState().state, loudspeaker.holders, listeners.size]).toEqual(['stopped', 0, 0]);
  });
});
