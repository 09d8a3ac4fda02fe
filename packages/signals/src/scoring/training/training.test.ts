import { describe, expect, it } from 'vitest';
import { Random } from '../../random.ts';
import { askLogistic } from '../logistic.ts';
import { toProbability } from '../scoring-model.ts';
import { askTrees } from '../trees.ts';
import { binColumns } from './bins.ts';
import type { Example } from '../features/feature-set.ts';
import { fitFusion } from './fit-fusion.ts';
import { fitLogistic } from './fit-logistic.ts';
import { fitTrees } from './fit-trees.ts';
import { fitWeights } from './newton.ts';
import { drawRecord } from './simulated-records.ts';
import { JUDGES, trainAndTest } from './train-and-test.ts';
import { toExample, toVariant, VARIANTS, type ToSnippet } from './variants.ts';

function drawExamples(
  count: number,
  seed: string,
  isPassage: (a: number, b: number, random: Random) => boolean,
): Example[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const [a, b] = [random.uniform(-2, 2), random.uniform(-2, 2)];
    return { features: { a, b }, isPassage: isPassage(a, b, random), kind: 'drawn' };
  });
}

describe('fitWeights', () => {
  it('recovers the weights of the labels', () => {
    const random = new Random('newton');
    const rows = Array.from({ length: 5000 }, () => Float64Array.of(random.normal(), random.normal(), 1));
    const labels = rows.map(([a = 0, b = 0]) => random.chance(toProbability(2 * a - b + 0.5)));
    const weights = fitWeights(rows, labels, [0, 0, 0]);
    expect(weights[0]).toBeCloseTo(2, 0.7);
    expect(weights[1]).toBeCloseTo(-1, 0.7);
    expect(weights[2]).toBeCloseTo(0.5, 0.7);
  });

  it('separable classes keep finite weights because of the penalty', () => {
    const weights = fitWeights([Float64Array.of(-1), Float64Array.of(1)], [false, true], [0.1]);
    expect(weights[0]).toBeGreaterThan(0.5);
    expect(weights[0]).toBeLessThan(10);
  });
});

describe('fitLogistic', () => {
  it('separates linearly separable classes', () => {
    const model = fitLogistic(
      drawExamples(500, 'line', (a, b) => a + b > 0),
      ['a', 'b'],
    );
    expect(askLogistic(model, { a: 1, b: 1 })).toBeGreaterThan(2);
    expect(askLogistic(model, { a: -1, b: -1 })).toBeLessThan(-2);
  });
});

describe('fitTrees', () => {
  const checkers = (count: number, seed: string) => drawExamples(count, seed, (a, b) => a > 0 === b > 0);
  const fit = (random: Random) =>
    fitTrees(checkers(800, 'learn'), checkers(300, 'watch'), {
      features: ['a', 'b'],
      depth: 2,
      mostTrees: 120,
      random,
    });

  it('trees separate classes that no line separates', () => {
    const model = fit(new Random(1));
    expect(askTrees(model, { a: 1, b: 1 })).toBeGreaterThan(1.5);
    expect(askTrees(model, { a: -1, b: -1 })).toBeGreaterThan(1.5);
    expect(askTrees(model, { a: 1, b: -1 })).toBeLessThan(-1.5);
  });

  it('the same seed gives the same trees', () => {
    expect(JSON.stringify(fit(new Random(1)))).toBe(JSON.stringify(fit(new Random(1))));
  });

  it('training stops without improvement: trees learn little from noise', () => {
    const noise = (seed: string) => drawExamples(400, seed, (_, __, random) => random.chance(0.5));
    const model = fitTrees(noise('learn'), noise('watch'), {
      features: ['a', 'b'],
      depth: 3,
      mostTrees: 400,
      random: new Random(2),
    });
    expect(model.trees.length).toBeLessThan(40);
  });
});

it('bins contain the values up to their limit', () => {
  const [column] = binColumns(
    [0, 1, 2, 3].map((value) => Float64Array.of(value)),
    1,
  );
  expect(column?.limits).toEqual([0, 1, 2, 3]);
  expect(Array.from(column?.bins ?? [])).toEqual([0, 1, 2, 3]);
});

describe('fitFusion', () => {
  it('trusts the correct algorithm, and sharpens underconfident results', () => {
    const random = new Random('fusion');
    const labels = Array.from({ length: 600 }, () => random.chance(0.5));
    const right = Float64Array.from(labels, (isPassage) => (isPassage ? 1 : -1) * random.uniform(0.5, 2));
    const guess = Float64Array.from(labels, () => random.uniform(-1, 1));
    const { weights, sharpness } = fitFusion({ template: guess, logistic: guess, trees: right }, labels);
    expect(weights.trees).toBeGreaterThan(2);
    expect(weights.template + weights.logistic + weights.trees).toBeCloseTo(3, 9);
    expect(sharpness).toBeGreaterThan(1.5);
  });
});

describe('training', () => {
  const cut: ToSnippet = (_, samples, size) =>
    samples.map((sample, at) => (Math.abs(at - 250) < 80 * (size + 1) ? sample : 0));
  const draw = (seed: string, count: number, size: 0 | 1) =>
    Array.from(
      { length: count },
      (_, index) => toExample(toVariant(drawRecord('mag', seed, index), 'mag-snippet', cut, size)) ?? [],
    ).flat();
  const train = (seed: string) =>
    trainAndTest(
      { channel: 'mag', trainedOn: 'a test', seed, examples: draw('a', 160, 0), others: draw('b', 80, 1) },
      draw('c', 40, 0),
    );

  it('the same seeds give the identical model, another seed another', () => {
    const first = JSON.stringify(train('x'));
    expect(JSON.stringify(train('x'))).toBe(first);
    expect(JSON.stringify(train('y'))).not.toBe(first);
  });

  it('every judge is tested', () => {
    const { judged, model } = train('x');
    for (const judge of JUDGES) expect(judged[judge].length).toBe(40);
    expect(model.trainedOn).toBe('a test');
  });

  it('a record is converted to the form that its model receives', () => {
    const whole = drawRecord('geo', 'variants', 0);
    expect(whole.audio).toHaveLength(6);
    expect(
      VARIANTS.geo
        .map((name) => toVariant(whole, name, cut, 0))
        .map(({ isSnippet, audio }) => [isSnippet, audio !== null]),
    ).toEqual([
      [false, false],
      [false, true],
      [true, false],
      [true, true],
    ]);
    expect(toVariant(whole, 'geo-snippet', cut, 0).samples[0]).toBe(0);
  });
});

describe('simulated record', () => {
  it('every second record is a passage, and the same seed repeats them', () => {
    const [first, second] = [drawRecord('elf', 'seed', 0), drawRecord('elf', 'seed', 1)];
    expect([first.isPassage, second.isPassage]).toEqual([true, false]);
    expect(first.kind).toBe('pig');
    expect(second.kind).not.toBe('pig');
    expect(drawRecord('elf', 'seed', 0)).toEqual(first);
    expect(drawRecord('elf', 'other', 0)).not.toEqual(first);
  });
});
