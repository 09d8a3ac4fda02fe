import { describe, expect, it } from 'vitest';
import { artLines, drawArtLine } from './login-art-lines.ts';

const line = drawArtLine({ x: 640, y: 96, slope: 52, done: 8, steps: 14, spread: 6.5 });

describe('the line on the login page', () => {
  it('the line is solid up to the pig and dotted beyond', () => {
    expect(line.past.endsWith(`L${line.pig.x} ${line.pig.y}`)).toBe(true);
    expect(line.future.startsWith(`M${line.pig.x} ${line.pig.y}L`)).toBe(true);
  });

  it('the line has a dot for each passage before the pig', () => {
    expect(line.dots).toHaveLength(8);
    expect(line.dots[0]).toEqual({ x: 640, y: 96 });
  });

  it('the band starts at the pig and widens with each step', () => {
    expect(line.band.startsWith(`M${line.pig.x} ${line.pig.y}L`)).toBe(true);
    expect(line.band.endsWith(`L${line.pig.x} ${line.pig.y}Z`)).toBe(true);
    const points = line.band
      .slice(1, -1)
      .split('L')
      .map((point) => point.split(' ').map(Number));
    const gap = (step: number) => Number(points.at(-1 - step)?.[1]) - Number(points.at(step)?.[1]);
    expect(gap(1)).toBeCloseTo(13, 0);
    expect(gap(6)).toBeCloseTo(78, 0);
  });

  it('the pig points along its line', () => {
    for (const { pig } of artLines) {
      expect(pig.angle).toBeGreaterThan(20);
      expect(pig.angle).toBeLessThan(60);
    }
  });
});
