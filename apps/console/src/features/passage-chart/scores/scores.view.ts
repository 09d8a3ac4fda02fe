import { describeTraining, SIMULATED_DATA, type AlgorithmResult } from '@waymark/domain/scoring/score';
import { combine, type ScoreIcon, type Verdict } from '@waymark/domain/scoring/verdict';
import { t } from '#/language/t.ts';
import type { IconName } from '#/ui/button/Icon.tsx';

type Results = readonly AlgorithmResult[];

interface Scored {
  readonly elfMachineLearningResultList: Results;
  readonly geoMachineLearningResultList: Results;
  readonly magMachineLearningResultList: Results;
}

export interface ChannelScore {
  readonly channel: 'ELF' | 'GEO' | 'MAG';
  readonly verdict: Verdict;
}

/** The scores of each record of a passage; records without a score are left out. */
export function listScores(row: Scored): readonly ChannelScore[] {
  const channels = [
    ['ELF', row.elfMachineLearningResultList],
    ['GEO', row.geoMachineLearningResultList],
    ['MAG', row.magMachineLearningResultList],
  ] as const;
  return channels.flatMap(([channel, results]) => {
    const verdict = combine(results);
    return verdict ? [{ channel, verdict }] : [];
  });
}

/** "94.6%" */
export function formatPercent({ percent }: Pick<Verdict, 'percent'>): string {
  return `${percent.toFixed(1)}%`;
}

/** For the tooltip: "Probably a pig, trained on simulated data" */
export function explainVerdict({ words }: Pick<Verdict, 'words'>): string {
  return `${t(words)}, ${describeTraining(SIMULATED_DATA, t)}`;
}

/** P-030. */
export const VERDICT_ICONS: Readonly<Record<ScoreIcon, IconName>> = { block: 'error', help: 'help', check: 'check' };
