import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseTool, type Tool } from './choose-tool.ts';

const slow = { least: 0.045, most: 0.5 };
const usual = { least: 0.5, most: 1.5 };
const fast = { least: 1.5, most: 3 };
const small = { least: 0.1, most: 0.2 };
const large = { least: 0.25, most: 0.41 };

const TOOLS: readonly [Tool, ...Tool[]] = [
  { toolId: 1, speed: slow, size: small },
  { toolId: 2, speed: usual, size: small },
  { toolId: 3, speed: fast, size: small },
  { toolId: 4, speed: slow, size: large },
  { toolId: 5, speed: usual, size: large },
  { toolId: 6, speed: fast, size: large },
];
const choose = (speed: number, size: number, tools = TOOLS) => chooseTool(tools, { speed, size }).toolId;

describe('chooseTool', () => {
  test.each([
    ['inside both ranges', 1, 0.15, 2],
    ['inside both of another', 2, 0.3, 6],
    ['on the border of two speeds: the smaller range', 0.5, 0.15, 2],
    ['on the border of two speeds of about the same ratio: the smaller ratio', 1.5, 0.3, 6],
    ['faster than any: the fastest', 20, 0.3, 6],
    ['slower than any: the slowest', 0.001, 0.15, 1],
    ['between two sizes, nearer to the larger by its ratio', 1, 0.23, 5],
    ['between two sizes, nearer to the smaller by its ratio', 1, 0.22, 2],
    ['larger than any: the largest', 1, 2, 5],
    ['far off in both: first the speed', 9, 0.01, 3],
  ])('chooses the tool of a pig %s', (_, speed, size, toolId) => {
    expect(choose(speed, size)).toBe(toolId);
  });

  test('prefers the smaller of two tools that match, in any order', () => {
    const narrow = { toolId: 9, speed: { least: 0.9, most: 1.1 }, size: { least: 0.1, most: 0.3 } };
    expect(choose(1, 0.15, [...TOOLS, narrow])).toBe(9);
    expect(choose(1, 0.15, [narrow, ...TOOLS])).toBe(9);
  });

  test('prefers the first of two equal tools', () => {
    const twin = { toolId: 8, speed: usual, size: small };
    expect(choose(1, 0.15, [twin, ...TOOLS])).toBe(2);
  });

  test('always returns a tool, and a matching one before any other', () => {
    const amount = fc.double({ min: 0.001, max: 100, noNaN: true });
    fc.assert(
      fc.property(amount, amount, (speed, size) => {
        const holds = (tool: Tool) =>
          tool.speed.least <= speed && speed <= tool.speed.most && tool.size.least <= size && size <= tool.size.most;
        const chosen = chooseTool(TOOLS, { speed, size });
        expect(TOOLS).toContain(chosen);
        expect(holds(chosen)).toBe(TOOLS.some(holds));
      }),
    );
  });
});
