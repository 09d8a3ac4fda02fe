import { z } from 'zod';
import { device, deviceDetail, exampleDetail, exampleDevice } from '../devices/device.ts';
import { uid, uidParams, utcSecond } from '../devices/fields.ts';
import { examplePassageRow, passageRow } from '../devices/passage-row.ts';
import { ADMINS, EVERYONE } from '../roles.ts';
import { defineRoute } from '../route.ts';

const params = { uid: 100_234 };

/** Clears one kind of a device's stored records and returns their number. */
function defineClear<const Path extends `/apexagm/:uid/${string}`>(path: Path, what: string) {
  return defineRoute({
    method: 'DELETE',
    path,
    summary: `Clears the device's stored ${what}; answers how many were deleted.`,
    access: ADMINS,
    params: uidParams,
    reply: z.int().min(0),
    problems: ['device-not-found'],
    example: { params, reply: 128 },
  });
}

export const devicesRoutes = {
  listDevices: defineRoute({
    method: 'GET',
    path: '/apexagm',
    summary: 'The devices that the caller may see, with their last values.',
    access: EVERYONE,
    key: 'devices:read',
    reply: z.array(device),
    example: { reply: [exampleDevice] },
  }),
  readDevice: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/device',
    summary: 'One device with its last values, its carrier and its disk.',
    access: EVERYONE,
    key: 'devices:read',
    params: uidParams,
    reply: deviceDetail,
    problems: ['device-not-found'],
    example: { params, reply: exampleDetail },
  }),
  readLastPassage: defineRoute({
    method: 'GET',
    path: '/apexagm/lastPassage/:uid',
    summary: "The device's last passage, its ELF, GEO and MAG records merged; null when there is none.",
    access: EVERYONE,
    key: 'devices:read',
    params: uidParams,
    reply: passageRow.nullable(),
    problems: ['device-not-found'],
    example: { params, reply: examplePassageRow },
  }),
  readHeartbeatActivity: defineRoute({
    method: 'GET',
    path: '/apexagm/ihab/:uid',
    summary: 'Whether the device reports as often as its schedule says.',
    access: EVERYONE,
    key: 'devices:read',
    params: uidParams,
    reply: z.object({ uid, isHeartbeatActive: z.boolean(), lastHeartbeat: utcSecond.nullable() }),
    problems: ['device-not-found'],
    example: { params, reply: { uid: 100_234, isHeartbeatActive: true, lastHeartbeat: '2026-03-18 00:03:59' } },
  }),
  setAutoDownload: defineRoute({
    method: 'POST',
    path: '/apexagm/:uid/autodownload',
    summary: 'Switches automatic download of recorded passages on or off.',
    access: ADMINS,
    params: uidParams,
    body: z.boolean(),
    reply: z.object({}),
    problems: ['device-not-found'],
    example: { params, body: true, reply: {} },
  }),
  clearPassages: defineClear('/apexagm/:uid/passage', 'passages, those of a run excepted'),
  // The spelling of the documents.
  clearHeartbeats: defineClear('/apexagm/:uid/heatbeat', 'heartbeats'),
  clearErrors: defineClear('/apexagm/:uid/error', 'error reports'),
  clearDeviceInfo: defineClear('/apexagm/:uid/deviceInfo', 'device information responses'),
  clearControlResponses: defineClear('/apexagm/:uid/controlResponse', 'control settings responses'),
  clearGpsFixes: defineClear('/apexagm/:uid/gpsFix', 'GPS fixes'),
};
