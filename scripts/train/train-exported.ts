import { Random } from '../../packages/signals/src/random.ts';
import { MODEL_NAMES, nameModel, type ModelName } from '../../packages/signals/src/scoring/model-name.ts';
import type { Example } from '../../packages/signals/src/scoring/features/feature-set.ts';
import type { LabelledRecord } from '../../packages/signals/src/scoring/training/simulated-records.ts';
import { trainAndTest } from '../../packages/signals/src/scoring/training/train-and-test.ts';
import { toExample } from '../../packages/signals/src/scoring/training/variants.ts';
import { fail } from '../lib/fail.mjs';
import type { Trained } from './trained.ts';

const LEAST_PER_CLASS = 200;
const LEARN_SHARE = 0.6;
const WEIGH_SHARE = 0.8;

interface Group {
  readonly name: ModelName;
  readonly channel: LabelledRecord['channel'];
  readonly examples: readonly Example[];
  readonly passages: number;
}

/** A record with sound shares also teaches the model for records without them. */
function nameModels(record: LabelledRecord): ModelName[] {
  return [...new Set([nameModel(record), nameModel({ ...record, audio: null })])];
}

function group(records: readonly LabelledRecord[]): Group[] {
  return MODEL_NAMES.flatMap((name) => {
    const isForSound = name.startsWith('geo-audio');
    const own = records.filter((record) => nameModels(record).includes(name));
    const [first] = own;
    if (!first) return [];
    const examples = own.flatMap((record) => toExample(isForSound ? record : { ...record, audio: null }) ?? []);
    return [{ name, channel: first.channel, examples, passages: examples.filter(({ isPassage }) => isPassage).length }];
  });
}

function isTooSmall({ examples, passages }: Group): boolean {
  return Math.min(passages, examples.length - passages) < LEAST_PER_CLASS;
}

function describeSize({ name, examples, passages }: Group): string {
  return `${name}: ${passages} passages, ${examples.length - passages} others`;
}

function shuffle<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, place: random.unit() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** Splits both classes in the same shares, so that no part lacks one. */
function split(examples: readonly Example[], random: Random): [Example[], Example[], Example[]] {
  const parts: [Example[], Example[], Example[]] = [[], [], []];
  for (const isPassage of [true, false]) {
    const own = shuffle(
      examples.filter((example) => example.isPassage === isPassage),
      random,
    );
    own.forEach((example, at) => {
      const share = at / own.length;
      parts[share < LEARN_SHARE ? 0 : share < WEIGH_SHARE ? 1 : 2].push(example);
    });
  }
  return parts;
}

/**
 * Stops before training when a kind of record has too few. Only sound may be left out, which not all devices measure.
 */
export function* trainExported(records: readonly LabelledRecord[], warn: (line: string) => void): Generator<Trained> {
  const groups = group(records);
  const small = groups.filter(isTooSmall);
  const needed = small.filter(({ name }) => !name.startsWith('geo-audio'));
  if (groups.length === 0) fail('The export contains no record for training.');
  if (needed.length > 0)
    fail(`At least ${LEAST_PER_CLASS} of each class are needed. ${needed.map(describeSize).join('; ')}`);
  for (const left of small) warn(`Not trained, fewer than ${LEAST_PER_CLASS} of a class. ${describeSize(left)}`);
  for (const one of groups.filter((each) => !small.includes(each))) {
    const { name, channel } = one;
    const [examples, others, fresh] = split(one.examples, new Random(name));
    const trainedOn = `${one.examples.length} exported records`;
    yield { name, ...trainAndTest({ channel, trainedOn, seed: name, examples, others }, fresh) };
  }
}
