import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { problemBody } from '@waymark/contract/problem-body';
import type { PassageData } from '@waymark/contract/devices/passage-data';
import { addManualPassage, changeMarker, verifyPassage, type RunChange } from '@waymark/domain/run/changes/changes';
import { passageKey, type Run } from '@waymark/domain/run/run';
import { formatUtcMillisecond, formatUtcSecond } from '@waymark/domain/time/utc';
import { readPro } from '@waymark/files/pro/read-pro';
import { parse } from 'csv-parse/sync';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemOrigin } from '../../../platform/http/call.ts';
import { readProblem } from '../../../testing/test-server.ts';
import type { HeldDevice } from '../../devices/testing/device-world.ts';
import { storeWaveform } from '../../records/waveforms.store.ts';
import { placeAt } from '../../runs/engine/testing/straight-runs.ts';
import { expectOk, openRunDesk, type Caller, type RunDesk } from '../../runs/testing/run-desk.ts';
import { readPdf } from './testing/read-pdf.ts';
import { readXlsx } from './testing/read-xlsx.ts';

let desk: RunDesk;
/** M1 by hand, M2 heard and verified, M3 skipped, M4 missed. */
let runId: number;
let device: HeldDevice;
let heardId: number;

const change = async (apply: (run: Run) => RunChange) => expectOk(desk.post(runId, apply));
const finish = async (of: number) =>
  expectOk(
    desk.world.call('admin', 'POST', '/finished/pigrun/add/', {
      ...(await desk.readText(of)),
      recieveTime: formatUtcSecond(desk.after(5000)),
    }),
  );
const write = (body: object = {}, by: Caller = 'admin') =>
  desk.world.call(by, 'POST', '/pigrun/WriteReport', { runId, reportType: 'Default', format: 'csv', ...body });
const readBytes = async (body: object) => new Uint8Array(await (await write(body)).arrayBuffer());

beforeAll(async () => {
  desk = await openRunDesk(850_001);
  ({ runId, device } = await desk.launch([{}, { note: 'By the gate, "left"' }, {}, {}]));
  await desk.world.setState(device.uid, { firmware_version: 10.7 });
  const row = await desk.hear(device, 2000, { ...placeAt(2000), alt: 12.5 });
  heardId = row.elfId ?? 0;
  const endOfSnipAt = Date.parse(`${row.passageTimeEndOfSnip}Z`);
  const waveform = {
    channel: 'elf',
    sensitivity: 4,
    rateMilliHz: 16_667,
    samples: Int16Array.from({ length: 500 }, (_none, at) => at - 250),
  } as const;
  await desk.server.app.database.change(systemOrigin('test'), (writing) =>
    storeWaveform(writing, {
      ...device,
      link: 'cellular',
      receivedAt: endOfSnipAt,
      body: { psgSeq: 1, waveform, isSnippet: false, endOfSnipAt },
    }),
  );
  await change((run) =>
    verifyPassage(run, passageKey({ uid: device.uid, endOfSnipAt, markerName: null, passageAt: 0 }), Date.now()),
  );
  await change((run) => addManualPassage(run, 'M1', desk.after(1000), Date.now()));
  await change((run) => changeMarker(run, 'M3', { state: 'SKIP' }));
  await finish(runId);
});
afterAll(() => desk.server.close());

describe('the report of a completed run as a file', () => {
  test('[F-007] [T-198] [O-037] [O-057] [O-058] a report of a completed run is downloaded as CSV with one line per marker', async () => {
    const text = await (await write()).text();
    const [heads = [], ...lines]: string[][] = parse(text, { bom: true });
    const read = (heading: string) => lines.map((line) => line[heads.indexOf(heading)]);
    expect(read('Marker')).toEqual(['Launch', 'M1', 'M2', 'M3', 'M4', 'Receive']);
    expect(read('Passage Type')).toEqual([
      'Skipped Marker',
      'Manual Passage',
      'ELF/GEO/MAG',
      'Skipped Marker',
      'Unwatched Marker',
      'Skipped Marker',
    ]);
    expect(read('Time Stamp (UTC)').slice(1, 3)).toEqual([
      formatUtcSecond(desk.after(1000)),
      formatUtcMillisecond(desk.after(2000)),
    ]);
    expect([read('UID')[2], read('FW')[2], read('AGM Altitude (ft)')[2], read('Leg Speed (mph)')[2]]).toEqual([
      String(device.uid),
      '10.70',
      '41.0',
      '2.24',
    ]);
    expect(text).toContain('"By the gate ""left"""');
  });

  test('[W-313] a report has the zone in which the caller reads times, unless the request names another', async () => {
    const linesOf = async (body: object) =>
      (await (await write({ ...body, reportType: 'Default' })).text()).split('\r\n');
    const choose = async (body: object) =>
      expect((await desk.world.call('admin', 'POST', '/pigrun/user/times', body)).status).toBe(200);
    onTestFinished(() => choose({ times: 'utc' }));
    expect((await linesOf({}))[0]).toContain('Time Stamp (UTC)');
    await choose({ times: 'mine', timeZone: 'Asia/Kathmandu' });
    const own = await linesOf({});
    expect(own[0]).toContain('Time Stamp (Asia/Kathmandu)');
    expect(own.slice(1).join('\n')).toMatch(/ UTC\+5:45,/);
    expect((await linesOf({ timeZone: 'Europe/Berlin' }))[0]).toContain('Time Stamp (Europe/Berlin)');
    expect((await linesOf({ timeZone: 'UTC' }))[0]).toContain('Time Stamp (UTC)');
    expect((await write({ timeZone: 'Mars/Olympus' })).status).toBe(400);
  });

  test('[W-534] a report is in the language of its reader; .pro files, exports and the files of programs stay English', async () => {
    const choose = async (language: string | null) =>
      expect((await desk.world.call('admin', 'POST', '/pigrun/user/language', { language })).status).toBe(200);
    onTestFinished(() => choose(null));
    const pro = await (await write({ format: 'pro' })).text();
    const made = await desk.world.call('admin', 'POST', '/key', {
      name: 'Historian',
      scopes: ['history:read'],
      currentPassword: 'Waymark-demo-1',
    });
    const { key } = (await made.json()) as { readonly key: string };
    await choose('es');
    const headOf = async (response: Promise<Response>) => (await (await response).text()).split(',')[0];
    expect(await headOf(write())).toBe('Marcador');
    expect(await headOf(write({ language: 'fr' }))).toBe('Repère');
    expect(await headOf(write({ language: 'en' }))).toBe('Marker');
    expect((await write({ language: 'de' })).status).toBe(400);
    const body = { runId, reportType: 'Default', format: 'csv' };
    expect(await headOf(desk.server.call('POST', '/api/pigrun/WriteReport', { token: key, body }))).toBe('Marker');
    const withoutTime = (text: string) => text.replace(/^PRO.*|^END.*/gm, '');
    expect(withoutTime(await (await write({ format: 'pro', language: 'es' })).text())).toBe(withoutTime(pro));
    const exported = { runId, includeVerifiedPassagesOnly: true, page: 1, rowsPerPage: 0 };
    expect(await headOf(desk.world.call('admin', 'POST', '/pigrun/ExportReportDataForCompletedPigRun', exported))).toBe(
      'AGM Survey Marker',
    );
  });

  test('[W-304] a report has the units of the caller unless the request names others', async () => {
    const headOf = async (body: object) => (await (await write(body)).text()).split('\r\n')[0];
    expect(await headOf({})).toContain('Distance (ft)');
    expect((await desk.world.call('admin', 'POST', '/pigrun/user/units', { units: 'metric' })).status).toBe(200);
    onTestFinished(async () => {
      await desk.world.call('admin', 'POST', '/pigrun/user/units', { units: null });
    });
    expect(await headOf({})).toContain('Distance (m)');
    expect(await headOf({ units: 'us' })).toContain('Distance (ft)');
    expect((await write({ units: 'both' })).status).toBe(400);
  });

  test('[F-007] [T-198] [O-074] [W-151] a Summary has the facts of the run, then each tracked marker', async () => {
    const lines: string[][] = parse(await (await write({ reportType: 'Summary' })).text(), {
      bom: true,
      relax_column_count: true,
    });
    const facts = new Map(lines.map(([label, value]) => [label, value]));
    expect([
      facts.get('Company'),
      facts.get('Duration (h:mm:ss)'),
      facts.get('Markers Tracked'),
      facts.get('Markers Missed'),
      facts.get('Markers Unwatched'),
      facts.get('Markers Manual'),
    ]).toEqual(['Demo Pipelines', '1:23:20', '3', '0', '1', '1']);
    expect(lines.slice(-3).map(([name, , , type]) => [name, type])).toEqual([
      ['M1', 'Manual Passage'],
      ['M2', 'ELF/GEO/MAG'],
      ['M4', 'Unwatched Marker'],
    ]);
  });

  test.each([
    ['[O-074] [O-075] [O-076]', 'Default', 'csv', 'report.csv', '\u{FEFF}Marker,'],
    ['[O-075] [O-076]', 'Default', 'pro', 'report.pro', 'PRO|1|default|'],
    ['[O-076]', 'Default', 'pdf', 'report.pdf', '%PDF-'],
    ['[O-076]', 'Default', 'xlsx', 'report.xlsx', 'PK'],
    ['[O-074] [O-076]', 'Summary', 'csv', 'summary_report.csv', '\u{FEFF}Path,'],
    ['[O-074] [O-076]', 'Summary', 'pro', 'summary_report.pro', 'PRO|1|summary|'],
  ])('%s a %s report as %s has the name …_%s', async (_, reportType, format, ending, beginning) => {
    const response = await write({ reportType, format });
    const { path } = await desk.read(runId);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${path.name}_${runId}_${ending}"`);
    expect(
      Buffer.from(await response.arrayBuffer())
        .toString()
        .startsWith(beginning),
    ).toBe(true);
  });

  test('[O-077] a .pro report has the waveforms of its passages on request, without the four numbers before them', async () => {
    const stored = await desk.world.fetch<PassageData>('admin', `/apexagm/passage/${device.uid}/${heardId}`);
    const read = readPro(await readBytes({ format: 'pro', includeWaveforms: true }));
    expect(read.ok && read.value.waveforms).toEqual([
      {
        number: 3,
        type: 'ELF',
        samplingRate: 16.667,
        endOfSnipAt: desk.after(2000) + 15_000,
        samples: stored.data.slice(4),
      },
    ]);
    expect(stored.data).toHaveLength(504);
    for (const without of [{ includeWaveforms: false }, { includeWaveforms: true, reportType: 'Summary' }]) {
      const other = readPro(await readBytes({ format: 'pro', ...without }));
      expect(other.ok && other.value.waveforms).toEqual([]);
    }
  });

  test('a PDF report has an appendix of waveforms, and a workbook has frozen heads', async () => {
    const pages = readPdf(await readBytes({ format: 'pdf', includeWaveforms: true }));
    expect(pages.map((page) => page.some((text) => text.startsWith('Appendix')))).toEqual([false, false, false, true]);
    expect(pages[0]).toContain('Demo Pipelines');
    expect(readXlsx(await readBytes({ format: 'xlsx' }))[0]?.rows.map(([name]) => name)).toEqual([
      'Marker',
      'Launch',
      'M1',
      'M2',
      'M3',
      'M4',
      'Receive',
    ]);
  });

  test('[T-198] a report is for admins and superadmins, and is recorded in the audit trail', async () => {
    const before = (await desk.listAudit(runId)).length;
    expect((await write({ format: 'pro' }, 'superadmin')).status).toBe(200);
    expect((await desk.listAudit(runId)).slice(before)).toMatchObject([
      { action: 'report-written', after: { reportType: 'Default', format: 'pro', includeWaveforms: false } },
    ]);
    expect((await write({}, 'viewer')).status).toBe(403);
    for (const hidden of [await write({}, 'foreignAdmin'), await write({ runId: 999_999 })])
      expect((await readProblem(hidden)).code).toBe('run-not-found');
  });

  test('[O-033] a report of an active run or one without passages is refused with the reason', async () => {
    const { runId: other } = await desk.launch();
    const refuse = async () => {
      const { code, detail } = await readProblem(await write({ runId: other, format: 'pdf' }));
      return `${code}: ${detail}`;
    };
    expect(await refuse()).toBe('report-not-possible: The pig run is not completed.');
    await finish(other);
    expect(await refuse()).toBe('report-not-possible: The pig run has no passages.');
    expect((await desk.listAudit(other)).some(({ action }) => action === 'report-written')).toBe(false);
  });
});

/** Stops the queue of report files: the audit line of the report that has the turn waits for this lock. */
async function lockAudit(): Promise<() => Promise<void>> {
  const client = new pg.Client(desk.server.connection);
  await client.connect();
  await client.query('begin');
  await client.query('lock table audit in access exclusive mode');
  return () => client.end();
}

/** Each on a connection of its own, which `leave` closes. */
function askForFile(by: Caller) {
  const headers = {
    authorization: `Bearer ${desk.world.callers[by].token}`,
    'content-type': 'application/json',
    accept: 'application/problem+json',
  };
  const asking = request(`${desk.server.address}/api/pigrun/WriteReport`, { method: 'POST', headers, agent: false });
  const answered = once(asking, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    retryAfter: response?.headers['retry-after'],
    body: response ? await buffer(response) : Buffer.alloc(0),
  }));
  asking.end(JSON.stringify({ runId, reportType: 'Default', format: 'xlsx' }));
  return { answered, leave: () => asking.destroy() };
}

test('[W-041] refuses the 22nd report file of a company for now, serves another caller, and drops callers that close the connection', async () => {
  const unlock = await lockAudit();
  const asked = Array.from({ length: 22 }, () => askForFile('admin'));
  const refused = await Promise.race(asked.map(({ answered }) => answered));
  expect(refused).toMatchObject({ status: 429, retryAfter: '30' });
  expect(problemBody.parse(JSON.parse(refused.body.toString())).code).toBe('report-queue-full');
  const other = askForFile('superadmin').answered;
  for (const { leave } of asked) leave();
  await Promise.allSettled(asked.map(({ answered }) => answered));
  await unlock();
  expect(await other).toMatchObject({ status: 200 });
  expect((await other).body.subarray(0, 2).toString()).toBe('PK');
  expect(await askForFile('admin').answered).toMatchObject({ status: 200 });
});
