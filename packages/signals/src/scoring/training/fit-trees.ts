import { selectFeatures, type Example } from '../features/feature-set.ts';
import type { Random } from '../../random.ts';
import { toProbability } from '../scoring-model.ts';
import { askTree, type Tree, type Trees } from '../trees.ts';
import { binColumns } from './bins.ts';
import { growTree, type Pull } from './grow-tree.ts';
import { shorten } from '../features/vector.ts';

// Gradient boosted trees. Training stops when validation examples no longer improve.

export interface Boosting {
  readonly features: readonly string[];
  readonly depth: number;
  readonly mostTrees: number;
  readonly random: Random;
}

const SAMPLED_SHARE = 0.8;
const PATIENCE = 25;
const LEAST_GAIN = 1e-5;

/** Feature rows, labels and the current sums of the trees. */
interface Sums {
  readonly rows: readonly Float64Array[];
  readonly labels: readonly boolean[];
  readonly sums: Float64Array;
}

function startSums(examples: readonly Example[], features: readonly string[], start: number): Sums {
  return {
    rows: examples.map((example) => selectFeatures(example.features, features)),
    labels: examples.map(({ isPassage }) => isPassage),
    sums: new Float64Array(examples.length).fill(start),
  };
}

function addTree({ rows, sums }: Sums, tree: Tree): void {
  rows.forEach((row, at) => {
    sums[at] = (sums[at] ?? 0) + askTree(tree, row);
  });
}

function findPull({ labels, sums }: Sums): Pull {
  const gradients = new Float64Array(sums.length);
  const curvatures = new Float64Array(sums.length);
  sums.forEach((sum, at) => {
    const probability = toProbability(sum);
    gradients[at] = probability - (labels[at] ? 1 : 0);
    curvatures[at] = probability * (1 - probability);
  });
  return { gradients, curvatures };
}

function findLoss({ labels, sums }: Sums): number {
  const loss = labels.reduce(
    (total, isPassage, at) => total + Math.log1p(Math.exp((isPassage ? -1 : 1) * (sums[at] ?? 0))),
    0,
  );
  return loss / labels.length;
}

function drawRows(count: number, random: Random): Uint32Array {
  return Uint32Array.from({ length: count }, (_, at) => at).filter(() => random.chance(SAMPLED_SHARE));
}

export function fitTrees(
  examples: readonly Example[],
  others: readonly Example[],
  { features, depth, mostTrees, random }: Boosting,
): Trees {
  const share = examples.filter(({ isPassage }) => isPassage).length / examples.length;
  const start = shorten(Math.log(share / (1 - share)));
  const [learning, watching] = [startSums(examples, features, start), startSums(others, features, start)];
  const columns = binColumns(learning.rows, features.length);
  const trees: Tree[] = [];
  let [best, leastLoss] = [0, Infinity];
  while (trees.length < mostTrees && trees.length - best <= PATIENCE) {
    const tree = growTree(columns, findPull(learning), drawRows(examples.length, random), depth);
    trees.push(tree);
    addTree(learning, tree);
    addTree(watching, tree);
    const loss = findLoss(watching);
    if (loss < leastLoss - LEAST_GAIN) [best, leastLoss] = [trees.length, loss];
  }
  return { features, start, trees: trees.slice(0, best) };
}
