import { mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { addMap } from '../../admin/add-map.ts';
import { checkGroundFile } from './ground-files.ts';
import { readRange } from './ground.part.ts';
import { writePmtiles, type MadeGround } from './testing/write-pmtiles.ts';

const TILES: MadeGround['tiles'] = [
  { z: 0, x: 0, y: 0, bytes: Uint8Array.of(1, 2, 3) },
  { z: 8, x: 59, y: 100, bytes: Uint8Array.of(4, 5, 6, 7) },
];
const OKLAHOMA = [-103, 33.6, -94.4, 37] as const;

let folder: string;
let server: TestServer;
let whole: Buffer;

beforeAll(async () => {
  folder = await makeTemporaryFolder('ground');
  const maps = path.join(folder, 'maps');
  await mkdir(maps);
  whole = writePmtiles({ tiles: TILES, bounds: OKLAHOMA });
  await writeFile(path.join(maps, 'oklahoma.pmtiles'), whole);
  await writeFile(path.join(maps, 'texas.pmtiles'), 'no map');
  server = await startTestServer({ settings: { WAYMARK_TILES_BASIC: `pmtiles:${maps}` } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function check(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  const checked = await checkGroundFile(file);
  return checked.ok ? `covers ${checked.value.bounds.join()}` : checked.failure.why;
}

describe('a map file', () => {
  test('[W-280] says what it covers', async () => {
    expect(await check('a.pmtiles', whole)).toBe('covers -103,33.6,-94.4,37');
  });

  test.each([
    ['another format', () => Buffer.from('PK\u0003\u0004 no map at all'), 'no PMTiles file'],
    ['nothing', () => Buffer.alloc(0), 'no PMTiles file'],
    ['pictures without heights', () => writePmtiles({ tiles: TILES, tileType: 2 }), 'names no encoding'],
    [
      'heights of an unknown formula',
      () => writePmtiles({ tiles: TILES, tileType: 2, encoding: 'custom' }),
      'names no encoding',
    ],
    [
      'heights in lossy pictures',
      () => writePmtiles({ tiles: TILES, tileType: 3, encoding: 'terrarium' }),
      'nor heights as PNG',
    ],
    [
      'flat heights',
      () => writePmtiles({ tiles: TILES, tileType: 2, encoding: 'mapbox', maxZoom: 7 }),
      'end at zoom 7',
    ],
    [
      'another schema',
      () => writePmtiles({ tiles: TILES, layers: ['water', 'transportation'] }),
      'earth, roads, places',
    ],
    ['missing zooms', () => writePmtiles({ tiles: TILES, maxZoom: 6 }), 'the zooms 0 to 6'],
    ['a cut end', () => whole.subarray(0, -3), 'it is cut'],
    ['only a header', () => whole.subarray(0, 127), 'is damaged'],
  ])('[W-281] of %s is refused in words', async (_, make, why) => {
    expect(await check('b.pmtiles', make())).toContain(why);
  });

  test.each(['terrarium', 'mapbox'])(
    '[W-540] a map file of heights in the encoding %s is known as such',
    async (encoding) => {
      const file = path.join(folder, 'heights.pmtiles');
      await writeFile(file, writePmtiles({ tiles: TILES, tileType: 2, encoding, maxZoom: 12, attribution: 'USGS' }));
      expect(await checkGroundFile(file)).toMatchObject({
        ok: true,
        value: { terrain: encoding, attribution: 'USGS' },
      });
      expect(await addMap(file, path.join(folder, 'data'))).toContain('drawn as hills');
    },
  );

  test('[W-281] whose description unpacks to more than is read is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const header = Buffer.from(whole.subarray(0, 127));
    header.writeBigUInt64LE(BigInt(whole.length), 24);
    header.writeBigUInt64LE(BigInt(bomb.length), 32);
    expect(await check('c.pmtiles', Buffer.concat([header, whole.subarray(127), bomb]))).toContain('damaged');
  });

  test('[W-281] of 30 GB opens as fast as a small one', async () => {
    const file = path.join(folder, 'large.pmtiles');
    await writeFile(file, whole);
    await truncate(file, 30 * 1024 ** 3);
    expect(await checkGroundFile(file)).toMatchObject({ ok: true, value: { bytes: 30 * 1024 ** 3 } });
  });
});

describe('the admin command', () => {
  test('[W-280] copies a usable file into the data folder and says what it covers', async () => {
    const dataDir = path.join(folder, 'data');
    const said = await addMap(path.join(folder, 'maps', 'oklahoma.pmtiles'), dataDir);
    expect(said).toContain('latitude 33.60 to 37.00, longitude -103.00 to -94.40, zooms 0 to 14');
    expect(await readFile(path.join(dataDir, 'maps', 'oklahoma.pmtiles'))).toEqual(whole);
  });

  test('[W-281] refuses a cut file in words, and copies nothing', async () => {
    const file = path.join(folder, 'half.pmtiles');
    await writeFile(file, whole.subarray(0, -3));
    await expect(addMap(file, folder)).rejects.toThrow('half.pmtiles cannot be used: it is cut');
    expect(await readdir(path.join(folder, 'maps'))).toEqual(['oklahoma.pmtiles', 'texas.pmtiles']);
  });
});

describe('the route of map files', () => {
  const call = (address: string, token?: string, headers: Record<string, string> = {}) =>
    fetch(`${server.address}/api${address}`, {
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    });
  const signIn = async () => (await server.signIn('viewer@demo.waymark')).token;
  const findId = async (token: string) =>
    ((await (await call('/map/ground', token)).json()) as [{ readonly id: string }])[0].id;

  test('[W-280] lists the usable files to users who are signed in; Health names the others', async () => {
    expect((await call('/map/ground')).status).toBe(401);
    const listed = await (await call('/map/ground', await signIn())).json();
    expect(listed).toMatchObject([
      { name: 'oklahoma', bounds: OKLAHOMA, maxZoom: 14, attribution: '© OpenStreetMap', terrain: null },
    ]);
    const { token } = await server.signIn('superadmin@demo.waymark');
    const health = await (await call('/pigrun/GetSystemHealth', token)).json();
    expect(health).toMatchObject({
      mapFaults: [{ file: 'texas.pmtiles', why: 'it is no PMTiles file of version 3, or is damaged' }],
    });
  });

  test('[W-280] answers a range with its bytes, and lets the browser keep them', async () => {
    const token = await signIn();
    const answer = await call(`/map/ground/${await findId(token)}`, token, { range: 'bytes=0-126' });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes 0-126/${whole.length}`]);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole.subarray(0, 127));
  });

  test.each([undefined, 'bytes=5-1', 'bytes=-5', 'bytes=0-', 'bytes=0-1,5-9', 'bytes=99999999-99999999', 'lines=0-1'])(
    '[W-281] refuses the range %s',
    async (range) => {
      const token = await signIn();
      const answer = await call(`/map/ground/${await findId(token)}`, token, range === undefined ? {} : { range });
      expect(answer.status).toBe(416);
    },
  );

  test('[W-281] refuses files that are not listed', async () => {
    const token = await signIn();
    for (const id of ['0', 'texas', '..%2f..%2fetc%2fpasswd'])
      expect((await call(`/map/ground/${id}`, token, { range: 'bytes=0-9' })).status).toBe(404);
  });

  test('readRange ends at the end of the file, and bounds what it reads', () => {
    expect(readRange('bytes=10-5000', 100)).toEqual({ from: 10, to: 99 });
    expect(readRange('bytes=0-99999999', 1e9)).toBeNull();
  });

  test('a file that was changed since the start is not mixed with the old one', async () => {
    const token = await signIn();
    const id = await findId(token);
    const file = path.join(folder, 'maps', 'oklahoma.pmtiles');
    const before = await readFile(file);
    await writeFile(file, writePmtiles({ tiles: TILES.slice(0, 1), bounds: OKLAHOMA }));
    expect((await call(`/map/ground/${id}`, token, { range: 'bytes=0-9' })).status).toBe(404);
    await writeFile(file, before);
  });
});
