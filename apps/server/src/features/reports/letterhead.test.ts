import { makeReport } from '@waymark/domain/report/testing/reported-run';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readJpegSize } from './files/jpeg-size.ts';
import { USUAL_STYLE } from './files/pdf/layout.ts';
import { printPdf } from './files/testing/collect.ts';
import { readPdf } from './files/testing/read-pdf.ts';

/** One white pixel. */
const PIXEL =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=';
const ADDRESS = '12 Main Street\nTulsa, OK 74103';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function call(method: string, who: string, body?: unknown) {
  const { token } = await server.signIn(`${who}@demo.waymark`);
  return server.call(method, '/api/company/letterhead', { token, body });
}

describe('the letterhead of a company', () => {
  test('[W-262] an admin saves address and logo, which the audit log names', async () => {
    expect(await (await call('GET', 'admin')).json()).toEqual({ address: '', logo: null });
    const saved = await call('POST', 'admin', { address: ADDRESS, logo: PIXEL });
    expect(await saved.json()).toEqual({ address: ADDRESS, logo: PIXEL });
    expect(await (await call('GET', 'admin')).json()).toEqual({ address: ADDRESS, logo: PIXEL });
    const { token } = await server.signIn('admin@demo.waymark');
    const audit = JSON.stringify(await (await server.call('GET', '/api/audit', { token })).json());
    expect(audit).toContain('letterhead-changed');
    expect(audit).not.toContain(PIXEL.slice(0, 40));
  });

  test.each([
    ['text', Buffer.from('no picture').toString('base64')],
    ['a PNG picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).toString('base64')],
    ['a cut picture', PIXEL.slice(0, 24)],
  ])('[W-262] %s is refused as a logo, and the letterhead stays', async (_, logo) => {
    const answer = await call('POST', 'admin', { address: 'changed', logo });
    expect(answer.status).toBe(400);
    expect(await (await call('GET', 'admin')).json()).toMatchObject({ address: ADDRESS });
  });

  test('[W-262] viewers and superadmins have no letterhead', async () => {
    for (const who of ['viewer', 'superadmin']) expect((await call('GET', who)).status).toBe(403);
  });

  test('[W-262] a PDF report prints the address above its title', async () => {
    const letterhead = { address: ADDRESS, logo: Buffer.from(PIXEL, 'base64') };
    const [first = []] = readPdf(await printPdf(makeReport(), 'Summary', [], USUAL_STYLE, letterhead));
    expect(first.indexOf('Tulsa, OK 74103')).toBeGreaterThan(0);
    expect(first.indexOf('Tulsa, OK 74103')).toBeLessThan(first.indexOf('Due north'));
  });
});

describe('the size of a JPEG picture', () => {
  test('is read from its frame', () => {
    expect(readJpegSize(Buffer.from(PIXEL, 'base64'))).toEqual({ width: 1, height: 1 });
  });

  test('is refused above what can be printed', () => {
    const large = Buffer.from(PIXEL, 'base64');
    const frame = large.indexOf(Buffer.from([0xff, 0xc0]));
    const at = frame < 0 ? large.indexOf(Buffer.from([0x00, 0x0b, 0x08])) - 2 : frame;
    large.writeUInt16BE(2001, at + 5);
    expect(readJpegSize(large)).toBeNull();
  });

  test('never reads past the end of hostile bytes', () => {
    for (let length = 0; length < 40; length++) {
      const bytes = Buffer.from(PIXEL, 'base64').subarray(0, length);
      expect(readJpegSize(bytes)).toBeNull();
      expect(readJpegSize(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(length, 0xff)]))).toBeNull();
    }
  });
});
