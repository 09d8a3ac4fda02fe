import { encodeWaveform } from '@waymark/device-protocol/mqtt/waveform';
import { CHANNELS } from '@waymark/device-protocol/mqtt/topic';
import type { ReportFormat } from '@waymark/contract/routes/reports';
import type { Marker } from '@waymark/domain/path/marker';
import type { PigPath } from '@waymark/domain/path/pig-path';
import { generateLine } from '@waymark/domain/path/line';
import type { Database } from '../apps/server/src/platform/database/database.ts';
import { monthOf, Partitions } from '../apps/server/src/platform/database/partitions.ts';
import type { Place } from './places.ts';
import { MARKERS, type ReportFilled } from './report-fill.ts';
import { median } from './report.ts';
import { isShort } from './short.ts';

// Writes the report of a run with 200 markers in each file format over HTTP: seconds from the call to the last byte.

const ROUNDS = isShort ? 1 : 5;
const KM = 1000;

function placeMarkers(): Marker[] {
  return Array.from({ length: MARKERS }, (_none, at): Marker => {
    const isEnd = at === 0 || at === MARKERS - 1;
    return {
      name: `AGM ${at}`,
      lat: 36 + 0.1 * Math.sin(at / 9),
      lon: -97 + at * 0.01,
      state: isEnd ? 'SKIP' : 'TRACK',
      description: 'AGM',
      note: 'By the gate, left',
      distanceMetres: at * KM,
      fromLaunchM: at * KM,
      autoLink: false,
      autoVerify: false,
      autoLinkedUids: [],
      linkedUid: null,
    };
  });
}

type StoredPath = Omit<PigPath, 'pathId' | 'markers' | 'agms' | 'offlineAgms' | 'notifications'>;

const layPath = (markers: readonly Marker[]): StoredPath => ({
  name: 'Two hundred markers',
  launchSiteLat: 36,
  launchSiteLon: -97,
  receiveSiteLat: 36,
  receiveSiteLon: -95,
  pigs: ['CLN-16-02'],
  expectedSpeed: 2,
  pipelineDiameter: 16,
  pigLineGenerated: generateLine(markers),
  pigLineKml: null,
  notes: '',
  csvFileName: '',
});

/** Links the nth passage to the nth marker of the run, verified. */
const RUN_PASSAGES = `
  insert into pig_run_passages (run_id, marker_name, uid, end_of_snip_at)
  select $1, 'AGM ' || n, uid, end_of_snip_at
  from (select row_number() over (order by passage_at) as n, * from (select * from passages where kind = 1 order by passage_at limit $2) chosen) numbered
  on conflict do nothing`;
const VERIFY = `
  update passages p set is_verified = true from pig_run_passages placed
  where placed.run_id = $1 and p.uid = placed.uid and p.end_of_snip_at = placed.end_of_snip_at`;
const WAVEFORMS = `
  insert into waveforms (uid, end_of_snip_at, kind, group_id, is_snippet, data)
  select uid, end_of_snip_at, $2, $3, false, $4 from pig_run_passages where run_id = $1 on conflict do nothing`;

async function addRun({ pool }: Database, { groupId, from, until }: ReportFilled): Promise<number> {
  const markers = placeMarkers();
  const run = await pool.query<{ id: number }>(
    `insert into pig_runs (group_id, pig, launch_at, completed_at, path) values ($1, 'CLN-16-02', $2, $3, $4) returning id`,
    [groupId, new Date(from - 1), new Date(until), JSON.stringify(layPath(markers))],
  );
  const runId = run.rows[0]?.id ?? 0;
  for (const [place, marker] of markers.entries())
    await pool.query('insert into pig_run_markers (run_id, name, place, marker) values ($1, $2, $3, $4)', [
      runId,
      marker.name,
      place,
      JSON.stringify(marker),
    ]);
  await pool.query(RUN_PASSAGES, [runId, MARKERS - 2]);
  await pool.query(VERIFY, [runId]);
  const heard = await pool.query<{ at: Date }>('select end_of_snip_at as at from pig_run_passages where run_id = $1', [
    runId,
  ]);
  await new Partitions(pool).ensure('waveforms', new Set(heard.rows.map(({ at }) => monthOf(at.getTime()))));
  const samples = Int16Array.from({ length: 500 }, (_none, at) =>
    Math.round(2000 * Math.exp(-(((at - 250) / 40) ** 2)) * Math.sin(at / 3)),
  );
  for (const [kind, channel] of CHANNELS.entries())
    await pool.query(WAVEFORMS, [
      runId,
      kind,
      groupId,
      Buffer.from(encodeWaveform({ channel, sensitivity: 4, rateMilliHz: 16_667, samples })),
    ]);
  return runId;
}

async function timeFile(
  { server, headers }: Place,
  runId: number,
  format: ReportFormat,
  includeWaveforms = false,
): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now();
    const response = await fetch(`${server.address}/api/pigrun/WriteReport`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ runId, reportType: 'Default', format, includeWaveforms }),
    });
    const bytes = (await response.arrayBuffer()).byteLength;
    if (response.status !== 200 || bytes < 1000) throw new Error(`${response.status}, ${bytes} bytes of ${format}`);
    seconds.push((performance.now() - from) / 1000);
  }
  return median(seconds);
}

export async function measureReportFiles(place: Place, filled: ReportFilled) {
  const runId = await addRun(place.database, filled);
  return {
    csv_s: await timeFile(place, runId, 'csv'),
    pro_s: await timeFile(place, runId, 'pro'),
    pro_waveforms_s: await timeFile(place, runId, 'pro', true),
    xlsx_s: await timeFile(place, runId, 'xlsx'),
    pdf_s: await timeFile(place, runId, 'pdf'),
    pdf_waveforms_s: await timeFile(place, runId, 'pdf', true),
  };
}
