import { decodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import type { Uid } from '@waymark/domain/ids';
import type { MarkerRow } from '@waymark/domain/report/default-report';
import { CHANNEL_NAMES, type ChannelName } from '@waymark/domain/run/estimate/missing';
import { sql } from 'kysely';
import { writeArray, writeInstants } from '../../../platform/database/array-literal.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { visibleRecordsOfDevices } from '../../../platform/access/device-access.ts';

/** The waveform of one record, without the four numbers before the samples (O-077). */
export interface RecordedWaveform {
  readonly channel: ChannelName;
  /** Samples a second. */
  readonly samplingRate: number;
  readonly samples: Int16Array;
}

export interface RowWaveforms {
  readonly row: MarkerRow;
  readonly uid: Uid;
  readonly endOfSnipAt: number;
  readonly waveforms: readonly RecordedWaveform[];
}

type Wanted = Omit<RowWaveforms, 'waveforms'>;

interface Found {
  readonly place: number;
  readonly kind: number;
  readonly data: Buffer;
}

/** Number of passages in memory at once. */
const PASSAGES_A_PAGE = 50;

/** null: it cannot be read. */
function readWaveform({ kind, data }: Found): RecordedWaveform | null {
  const [channel, decoded] = [CHANNEL_NAMES[kind], decodeWaveform(data)];
  if (channel === undefined || !decoded.ok) return null;
  return { channel, samplingRate: decoded.value.rateMilliHz / 1000, samples: decoded.value.samples };
}

async function readPage({ db, scope }: Reader, wanted: readonly Wanted[]): Promise<RowWaveforms[]> {
  const { rows } = await sql<Found>`
    select heard.place, waveforms.kind, waveforms.data
    from unnest(${writeArray(wanted.map(({ uid }) => uid))}::bigint[], ${writeInstants(wanted.map(({ endOfSnipAt }) => endOfSnipAt))}::timestamptz[])
      with ordinality as heard (uid, end_of_snip_at, place)
    join waveforms on waveforms.uid = heard.uid and waveforms.end_of_snip_at = heard.end_of_snip_at and ${visibleRecordsOfDevices(scope, 'waveforms')}
    order by heard.place, waveforms.kind`.execute(db);
  const found = Map.groupBy(rows, ({ place }) => place);
  return wanted.map((one, at) => ({
    ...one,
    waveforms: (found.get(at + 1) ?? []).flatMap((each) => readWaveform(each) ?? []),
  }));
}

/** The waveforms of the passages in the report, in the order of the line; manual passages have none. */
export async function* readRunWaveforms(
  reader: Reader,
  rows: readonly MarkerRow[],
): AsyncGenerator<RowWaveforms, void, undefined> {
  const wanted = rows.flatMap((row): Wanted[] => {
    const { uid = null, endOfSnipAt = null } = row.passage ?? {};
    return uid === null || endOfSnipAt === null ? [] : [{ row, uid, endOfSnipAt }];
  });
  for (let start = 0; start < wanted.length; start += PASSAGES_A_PAGE)
    yield* await readPage(reader, wanted.slice(start, start + PASSAGES_A_PAGE));
}
