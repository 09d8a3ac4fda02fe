import { describe, expect, it } from 'vitest';
import { WeldPicker } from './weld-picker.ts';

const FRAME = 960;

/** A knock that rings for 30 ms. */
const knock = (age: number, size: number): number =>
  age < 0 || age > 300 ? 0 : size * Math.exp(-age / 30) * Math.sin(age / 2);

/** Adds an even hum as background. */
function pick(soundAt: (ms: number) => number, { frames = 30, threshold = 0.1, isRaw = false } = {}): number[] {
  const picker = new WeldPicker();
  return Array.from({ length: frames }, (_, frame) =>
    picker.push(
      Float32Array.from({ length: FRAME }, (__, at) => soundAt(frame * FRAME + at)),
      frame * FRAME,
      { threshold, isRaw },
    ),
  ).flat();
}

const knocks =
  (times: readonly number[], size = 0.5) =>
  (ms: number) =>
    times.reduce((sum, at) => sum + knock(ms - at, size), 0);
const hum = (ms: number) => 0.05 * Math.sin(ms / 3);
const WELDS = [3000, 7000, 11_000, 15_000, 19_000, 23_000];

function expectAt(found: readonly number[], times: readonly number[]): void {
  expect(found).toHaveLength(times.length);
  times.forEach((at, index) => expect(Math.abs((found[index] ?? 0) - at)).toBeLessThanOrEqual(20));
}

describe('WeldPicker', () => {
  it('finds each weld above the threshold once', () => {
    expectAt(
      pick((ms) => hum(ms) + knocks(WELDS)(ms)),
      WELDS,
    );
    expect(pick((ms) => hum(ms) + knocks(WELDS)(ms), { threshold: 0.9 })).toEqual([]);
  });

  it('ignores the softer knocks of the rear cups', () => {
    const rear = WELDS.map((at) => at + 320);
    expectAt(
      pick((ms) => hum(ms) + knocks(WELDS)(ms) + knocks(rear, 0.3)(ms)),
      WELDS,
    );
  });

  it('ignores a continuous sound, however loud', () => {
    expect(pick((ms) => 0.5 * Math.sin(ms / 3 + Math.sin(ms / 700)) * (1 + 0.4 * Math.sin(ms / 900)))).toEqual([]);
  });

  it('ignores low frequencies, unless the raw sound is chosen', () => {
    const swing = (ms: number) => (Math.abs(ms - 12_000) < 150 ? 0.5 * Math.cos(((ms - 12_000) * Math.PI) / 300) : 0);
    expect(pick(swing, { threshold: 0.2 })).toEqual([]);
    expectAt(pick(swing, { threshold: 0.2, isRaw: true }), [12_000]);
  });

  it('finds welds at their time although a frame is missing', () => {
    const picker = new WeldPicker();
    const sound = knocks(WELDS);
    const found = Array.from({ length: 30 }, (_, frame) => frame)
      .filter((frame) => frame !== 7)
      .flatMap((frame) =>
        picker.push(
          Float32Array.from({ length: FRAME }, (__, at) => sound(frame * FRAME + at)),
          frame * FRAME,
          { threshold: 0.1, isRaw: false },
        ),
      );
    expectAt(
      found,
      WELDS.filter((at) => at !== 7000),
    );
  });
});
