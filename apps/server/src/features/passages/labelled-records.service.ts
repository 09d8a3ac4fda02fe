import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LabelledRecord } from '@waymark/contract/routes/passages';
import { decodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import type { ChangeOrigin } from '../../platform/database/change.ts';
import type { Database } from '../../platform/database/database.ts';
import { readLabelledRecords, type LabelledFound } from './labelled-records.queries.ts';

// Records that users have classified, for `npm run train -- --from`.

/** Between two parts the server does other work. */
const LINES_A_PART = 100;

/** null: its samples cannot be read. */
function toLabelled({ isVerified, isSnippet, data, audioBands }: LabelledFound): LabelledRecord | null {
  const waveform = decodeWaveform(data);
  if (!waveform.ok) return null;
  const { channel, samples, rateMilliHz } = waveform.value;
  return {
    channel,
    label: isVerified ? 1 : 0,
    samplingRate: rateMilliHz / 1000,
    data: Array.from(samples),
    ...(channel === 'geo' && audioBands && { audio: [...audioBands] }),
    isSnippet,
  };
}

function writeLine(found: LabelledFound): string {
  const record = toLabelled(found);
  return record ? `${JSON.stringify(record)}\n` : '';
}

async function* writeLines(pages: AsyncIterable<readonly LabelledFound[]>): AsyncGenerator<string, void, undefined> {
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += LINES_A_PART) {
      yield page
        .slice(start, start + LINES_A_PART)
        .map(writeLine)
        .join('');
      await nextTurn();
    }
  }
}

/** Writes a line for each record while reading. The export is recorded in the audit trail. */
export async function exportLabelledRecords(
  database: Database,
  origin: ChangeOrigin,
  withUnverified: boolean,
): Promise<AsyncIterable<string>> {
  await database.change(origin, (change) =>
    change.audit({
      action: 'records-exported',
      objectType: 'passages',
      objectId: origin.groupId ?? 'all',
      after: { withUnverified },
    }),
  );
  return writeLines(readLabelledRecords(database.read(origin.scope), withUnverified));
}
