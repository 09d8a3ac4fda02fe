// Scores records with the shipped models: records per second of processor time, each channel in turn on one thread, and
// the quality on 2,000 records per channel that no training has used. The models are trained and measured on simulated
// data.
import { CHANNELS, type Channel } from '../packages/signals/src/sampling.ts';
import type { Quality } from '../packages/signals/src/scoring/training/quality.ts';
import { scoreRecord } from '../packages/signals/src/scoring/score-record.ts';
import type { LabelledRecord } from '../packages/signals/src/scoring/training/simulated-records.ts';
import { median, report } from './report.ts';
import { drawFresh, measureSnippets, measureWhole, measureWithoutSound } from './scoring-quality.ts';
import { isShort } from './short.ts';

const RECORDS = isShort ? 60 : 2000;
const ROUNDS = isShort ? 2 : 7;
const RECORDS_A_ROUND = isShort ? 20 : 200;
const LEAST_AUC = { elf: 0.98, geo: 0.95, mag: 0.92 };

function readThreadCpuS(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

function measureRate(records: readonly LabelledRecord[]): number {
  const fromS = readThreadCpuS();
  for (const record of records) if (!scoreRecord(record).ok) throw new Error('a record was not scored');
  return records.length / (readThreadCpuS() - fromS);
}

function measureRates(drawn: ReadonlyMap<Channel, readonly LabelledRecord[]>): Record<string, number> {
  const rates = new Map<Channel, number[]>(CHANNELS.map((channel) => [channel, []]));
  for (let round = -1; round < ROUNDS; round++)
    for (const [channel, records] of drawn) {
      const rate = measureRate(records.slice(0, RECORDS_A_ROUND));
      // The first round warms up.
      if (round >= 0) rates.get(channel)?.push(rate);
    }
  return Object.fromEntries(Array.from(rates, ([channel, measured]) => [`${channel}_per_s`, median(measured)]));
}

interface Named extends Quality {
  readonly name: string;
}

function nameQualities(qualities: readonly Named[]): Record<string, number> {
  return Object.fromEntries(
    qualities.flatMap(({ name, auc, calibrationError }) => [
      [`${name}_auc`, auc],
      [`${name}_ece`, calibrationError],
    ]),
  );
}

const drawn = new Map(CHANNELS.map((channel) => [channel, drawFresh(channel, RECORDS)]));
const rates = measureRates(drawn);
/** Rate for equal numbers of records per channel. */
const perS = CHANNELS.length / Object.values(rates).reduce((sum, rate) => sum + 1 / rate, 0);
const whole = Array.from(drawn, ([channel, records]) => ({ channel, name: channel, ...measureWhole(records) }));
const silent = { name: 'geo_without_sound', ...measureWithoutSound(drawn.get('geo') ?? []) };
const snippets = Array.from(drawn, ([channel, records]) => ({
  name: `${channel}_snippet`,
  ...measureSnippets(records),
}));
const eceWorst = Math.max(...whole.map(({ calibrationError }) => calibrationError));

report(
  'scoring',
  {
    per_s: perS,
    ...rates,
    ece_worst: eceWorst,
    ...nameQualities([...whole, silent, ...snippets]),
  },
  [
    { name: 'per_s', value: perS, op: '>=', aim: 200 },
    ...whole.map(
      ({ channel, auc }) => ({ name: `${channel}_auc`, value: auc, op: '>=', aim: LEAST_AUC[channel] }) as const,
    ),
    { name: 'ece_worst', value: eceWorst, op: '<=', aim: 0.05 },
  ],
);
