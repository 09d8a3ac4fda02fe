import { describe, expect, it } from 'vitest';
import { drawPassageScene, locatePig } from './passage-scene.ts';
import { Random } from './random.ts';
import { TOOL_KINDS, drawTool } from './tool.ts';

describe('passage scene', () => {
  it('the pig never reverses, however it accelerates', () => {
    for (const accelerationMps2 of [-0.1, 0, 0.1]) {
      const places = Array.from({ length: 601 }, (_, at) => locatePig({ speedMps: 1, accelerationMps2 }, at / 10 - 30));
      expect(places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))).toBe(true);
      expect(places[300]).toBe(0);
    }
  });

  it('the pig accelerates through the passage', () => {
    const motion = { speedMps: 2, accelerationMps2: 0.1 };
    expect(locatePig(motion, 4)).toBeCloseTo(2 * 4 + 0.05 * 16, 9);
    expect(locatePig(motion, -4)).toBeCloseTo(-2 * 4 + 0.05 * 16, 9);
  });

  it('given properties stay, and the others are drawn as before', () => {
    const [free, known] = [drawPassageScene({}, new Random(1)), drawPassageScene({ speedMps: 3 }, new Random(1))];
    expect(known.speedMps).toBe(3);
    expect(known.site).toEqual(free.site);
    expect(known.tool).toEqual(free.tool);
  });

  it('a tool has the equipment of its kind', () => {
    const equipment = TOOL_KINDS.map((kind) => {
      const { transmitter, magnets } = drawTool(kind, new Random(kind));
      return [kind, transmitter !== null, magnets !== null];
    });
    expect(equipment).toEqual([
      ['cleaning', false, false],
      ['cleaning-magnets', false, true],
      ['cleaning-transmitter', true, false],
      ['gauge', true, false],
      ['mfl', false, true],
      ['mfl-combo', true, true],
      ['ultrasonic', false, false],
      ['foam', false, false],
    ]);
  });
});
