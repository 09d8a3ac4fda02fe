import { formatUtcDatabase } from '@waymark/domain/time/utc';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '#/api/client.ts';
import { t } from '#/language/t.ts';
import { findPlace, type PassageRow, type Place } from './passage-place.ts';
import type { PassageRecord, WaveformType } from './waveform.ts';

/** More than the passages that ever share a time. */
const NEIGHBOURS = 25;
const LIST = 'GET /apexagm/:uid/getPassageHistoricData';
const CHART = 'passage-chart';

/** Everything that the window shows about one passage. */
export interface PassageChart extends Place {
  /** By type; absent types are left out. */
  readonly records: Readonly<Partial<Record<WaveformType, PassageRecord>>>;
  /** Cyclic: the next of the last one is the first. */
  readonly previousId: number;
  readonly nextId: number;
}

interface Reading {
  readonly uid: number;
  readonly signal: AbortSignal;
}

interface Part {
  readonly startDate?: string;
  readonly endDate?: string;
  readonly rowsPerPage: number;
  readonly descending: 'true' | 'false';
}

async function readRows({ uid, signal }: Reading, part: Part) {
  const { passageEventList, rowsNumber } = await callApi(LIST, {
    params: { uid },
    query: { page: 1, sortBy: 'passageTimeStamp', ...part },
    signal,
  });
  return { rows: passageEventList, count: rowsNumber };
}

async function readPlace(reading: Reading, { passageId, passageTimeStamp }: PassageRecord): Promise<Place> {
  const [newer, older, newest] = await Promise.all([
    readRows(reading, { startDate: passageTimeStamp, rowsPerPage: NEIGHBOURS, descending: 'false' }),
    readRows(reading, { endDate: passageTimeStamp, rowsPerPage: NEIGHBOURS, descending: 'true' }),
    readRows(reading, { rowsPerPage: 1, descending: 'true' }),
  ]);
  const place = findPlace(passageId, { newer, older, total: newest.count });
  if (place === null) throw new Error(t('The passage was changed while it was read.'));
  return place;
}

async function readEnd(reading: Reading, end: 'newest' | 'oldest', place: Place): Promise<number> {
  const { rows } = await readRows(reading, { rowsPerPage: 1, descending: end === 'newest' ? 'true' : 'false' });
  return rows[0]?.passageId ?? place.row.passageId;
}

function listTypes({ elfId, geoId, magId }: PassageRow): readonly WaveformType[] {
  return ([0, 1, 2] as const).filter((type) => [elfId, geoId, magId][type] !== null);
}

async function readRecords(
  { uid, signal }: Reading,
  row: PassageRow,
  opened: PassageRecord,
): Promise<PassageChart['records']> {
  const read = async (type: WaveformType) =>
    type === opened.packetComplexInformation
      ? opened
      : callApi('GET /apexagm/passage/:uid/:passageId/:type', {
          params: { uid, passageId: row.passageId, type },
          signal,
        });
  const entries = await Promise.all(listTypes(row).map(async (type) => [type, await read(type)] as const));
  return Object.fromEntries(entries);
}

async function readChart(reading: Reading, passageId: number): Promise<PassageChart> {
  const { uid, signal } = reading;
  const opened = await callApi('GET /apexagm/passage/:uid/:passageId', { params: { uid, passageId }, signal });
  const place = await readPlace(reading, opened);
  const [previousId, nextId, records] = await Promise.all([
    place.newer?.passageId ?? readEnd(reading, 'oldest', place),
    place.older?.passageId ?? readEnd(reading, 'newest', place),
    readRecords(reading, place.row, opened),
  ]);
  return { ...place, previousId, nextId, records };
}

/** Events trigger a reload. */
export const chartQuery = (uid: number, passageId: number) =>
  queryOptions({
    queryKey: [CHART, uid, passageId],
    queryFn: ({ signal }) => readChart({ uid, signal }, passageId),
    meta: { isShownInPlace: true },
  });

/** Reloads the device's passages here and in its panel; the history subscribes to changes itself. */
export async function refreshPassages(queryClient: QueryClient, uid: number): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [CHART, uid] }),
    queryClient.invalidateQueries({ queryKey: [LIST, { params: { uid } }] }),
  ]);
}

type Identity = Pick<PassageRow, 'uid' | 'passageId'>;

export async function setVerified({ uid, passageId }: Identity, isVerified: boolean): Promise<boolean> {
  const flag = isVerified ? 'true' : 'false';
  return callApi('GET /apexagm/verifyPassage/:uid/:passageId/:flag', { params: { uid, passageId, flag } });
}

/** The server refuses it if the passage's time is not the one that the user has seen. */
export async function saveTime(
  { uid, passageId, passageTimeStamp }: Identity & Pick<PassageRow, 'passageTimeStamp'>,
  at: number,
): Promise<void> {
  const body = { newPassageTime: formatUtcDatabase(at), expectedPassageTimeStamp: passageTimeStamp };
  await callApi('POST /apexagm/passage/:uid/:passageId/updatetimestamp', { params: { uid, passageId }, body });
}
