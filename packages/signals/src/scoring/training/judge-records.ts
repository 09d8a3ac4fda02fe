import { scoreRecord } from '../score-record.ts';
import type { Judged } from './quality.ts';
import type { LabelledRecord } from './simulated-records.ts';
import { toPassageProbability } from './train-and-test.ts';

/** Scores records with the shipped models, like a server; invalid records are dropped. */
export function judgeRecords(records: readonly LabelledRecord[]): Judged[] {
  return records.flatMap((record) => {
    const scored = scoreRecord(record);
    if (!scored.ok) return [];
    return [{ probability: toPassageProbability(scored.value), isPassage: record.isPassage, kind: record.kind }];
  });
}
