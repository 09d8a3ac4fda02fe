import type { Context } from '../../platform/part.ts';
import { Scorer } from './scorer.ts';
import { createScoringJobs, planBacklog } from './scoring.jobs.ts';

export function createScoringPart({ database, closing }: Context) {
  const scorer = new Scorer();
  closing.add('scoring', () => scorer.close());
  return { jobs: createScoringJobs(database, scorer), start: () => planBacklog(database) };
}
