import { describe, expect, it } from 'vitest';
import { Random } from './random.ts';

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.unit());
}

function measure(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, variance };
}

describe('Random', () => {
  it('the same seed gives the same numbers, another seed others', () => {
    expect(draw(new Random('fleet'), 20)).toEqual(draw(new Random('fleet'), 20));
    expect(draw(new Random('fleet'), 20)).not.toEqual(draw(new Random('fleet2'), 20));
    expect(draw(new Random(7), 20)).toEqual(draw(new Random('7'), 20));
  });

  it('forks depend on their label, not on earlier draws', () => {
    const used = new Random('fleet');
    draw(used, 100);
    expect(draw(used.fork('a'), 20)).toEqual(draw(new Random('fleet').fork('a'), 20));
    expect(draw(used.fork('a'), 20)).not.toEqual(draw(used.fork('b'), 20));
  });

  it('splits differ, and repeat with the seed', () => {
    const [first, second] = [new Random('fleet'), new Random('fleet')];
    const child = draw(first.split(), 20);
    expect(draw(second.split(), 20)).toEqual(child);
    expect(draw(first.split(), 20)).not.toEqual(child);
  });

  it('numbers are uniformly distributed', () => {
    const { mean, variance } = measure(draw(new Random('even'), 50_000));
    expect(mean).toBeCloseTo(0.5, 2);
    expect(variance).toBeCloseTo(1 / 12, 2);
  });

  it('normal numbers follow the distribution, including its tails', () => {
    const random = new Random('bell');
    const values = Array.from({ length: 200_000 }, () => random.normal());
    const { mean, variance } = measure(values);
    expect(mean).toBeCloseTo(0, 1.5);
    expect(variance).toBeCloseTo(1, 1.5);
    for (const [limit, share] of [
      [1, 0.3173],
      [2, 0.0455],
      [3, 0.0027],
    ] as const)
      expect(values.filter((value) => Math.abs(value) > limit).length / values.length / share).toBeCloseTo(1, 0.8);
    expect(values.some((value) => Math.abs(value) > 3.6)).toBe(true);
  });

  it.each([0.4, 5, 200])('Poisson numbers have mean and variance %d', (expected) => {
    const random = new Random('events');
    const { mean, variance } = measure(Array.from({ length: 20_000 }, () => random.poisson(expected)));
    expect(mean / expected).toBeCloseTo(1, 1);
    expect(variance / expected).toBeCloseTo(1, 1);
  });

  it('numbers stay within their range', () => {
    const random = new Random('limits');
    for (let round = 0; round < 2000; round++) {
      expect(random.integer(2, 4)).toSatisfy((value: number) => [2, 3, 4].includes(value));
      expect(random.logUniform(0.1, 10)).toSatisfy((value: number) => value >= 0.1 && value <= 10.000_001);
      expect(random.exponential(3)).toBeGreaterThanOrEqual(0);
      expect(random.pick(['a', 'b'])).toMatch(/^[ab]$/);
    }
  });

  it('half of the log-uniform numbers are below the geometric mean', () => {
    const random = new Random('log');
    const below = Array.from({ length: 10_000 }, () => random.logUniform(0.01, 100)).filter((value) => value < 1);
    expect(below.length / 10_000).toBeCloseTo(0.5, 1.5);
  });
});
