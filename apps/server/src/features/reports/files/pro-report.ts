import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportType } from '@waymark/contract/routes/reports';
import type { RunReport } from '@waymark/domain/report/summary-report';
import { toPro } from '@waymark/files/pro/report-to-pro';
import { listRecords, ProLines, writeWaveform } from '@waymark/files/pro/write-pro';
import type { RowWaveforms } from './run-waveforms.queries.ts';

/** Between two parts the server does other work. */
const LINES_A_PART = 200;

function* joinLines(lines: readonly string[]): Generator<string, void, undefined> {
  for (let start = 0; start < lines.length; start += LINES_A_PART)
    yield lines.slice(start, start + LINES_A_PART).join('');
}

/** Waveforms are written while they are read. */
export async function* writeProReport(
  report: RunReport,
  type: ReportType,
  waveforms: AsyncIterable<RowWaveforms>,
): AsyncGenerator<string, void, undefined> {
  const file = new ProLines();
  const records = [...listRecords(toPro(report, type === 'Summary' ? 'summary' : 'default'))];
  for (const part of joinLines(records.map((record) => file.write(record)))) {
    yield part;
    await nextTurn();
  }
  for await (const { row, endOfSnipAt, waveforms: ofPassage } of waveforms) {
    const lines = ofPassage.map(({ channel, samplingRate, samples }) =>
      file.write(
        writeWaveform({ number: row.number, type: channel, samplingRate, endOfSnipAt, samples: Array.from(samples) }),
      ),
    );
    if (lines.length > 0) yield lines.join('');
  }
  yield file.end();
}
