import { z } from 'zod';
import { asCompanyId } from '../ids.ts';
import { id, imei, latitude, longitude, uid, uidParams, utcSecond } from '../devices/fields.ts';
import { problemWords } from '../problem-body.ts';
import { ADMINS, EVERYONE, SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// The devices, their companies, and the credentials with which devices and relays connect.

const agm = z.object({
  uid,
  group: id,
  /** Place of the device; 0/0 until its first position. */
  lat: latitude,
  lon: longitude,
  imei: imei.nullable(),
});

const listedAgm = agm.extend({
  /** A device without one cannot connect. */
  hasCredential: z.boolean(),
  credentialIssuedAt: utcSecond.nullable(),
});

/** Empty: none. */
const typedImei = imei.or(z.literal(''));

/** Shown once; the server stores only what it needs to verify it. */
const deviceCredential = z.object({
  clientId: z.string(),
  username: z.string(),
  password: z.string(),
  /** Hex; authenticates commands over satellite. */
  messageKey: z.string(),
});

const exampleAgm = { uid: 100_234, group: 3, lat: 36.1301, lon: -96.0302, imei: null };
const exampleCredential = {
  clientId: 'agm-100234',
  username: '100234',
  password: 'Zm9yIG9uZSBkZXZpY2Ugb25seSwgc2hvd24gb25jZQ',
  messageKey: '6b6579206f66206f6e652064657669636520736861726564',
};
const exampleGateway = { name: 'truck-7', uids: [100_234, 100_235], clientId: 'btgw-truck-7' };

/** Limits the text. Its JSON form is longer, because each quote and line break takes two characters. */
const MAX_CSV_LENGTH = 1_048_576;
const IMPORT_BODY_LIMIT = 3 * MAX_CSV_LENGTH;
const line = z.int().positive();

const importedRow = z.object({ line, uid, lat: latitude, lon: longitude, imei: imei.nullable() });
const importResult = z.object({
  /** The rows that could be read. */
  rows: z.array(importedRow),
  /** If there is an error, nothing is added. */
  errors: z.array(z.object({ line, message: z.string(), words: problemWords.optional() })),
  added: z.int().min(0),
  credentials: z.array(deviceCredential.extend({ uid })),
});

const site = z.object({
  /** Time at which the device was added or moved here. */
  since: utcSecond,
  /** Place of the device; null: unknown. */
  lat: latitude.nullable(),
  lon: longitude.nullable(),
  /** Number of heartbeats since then. */
  heartbeats: z.int().min(0),
  passages: z.int().min(0),
});
const exampleSite = { since: '2026-03-18 00:03:59', lat: 36.1301, lon: -96.0302, heartbeats: 48, passages: 2 };

const gateway = z.object({
  /** Letters, digits, dot, dash and underline, at most 40. */
  name: z.string().regex(/^[\w.-]{1,40}$/),
  uids: z.array(uid),
  clientId: z.string(),
});

export const fleetRoutes = {
  listGroupAgms: defineRoute({
    method: 'GET',
    path: '/admin/apexagm/:groupId',
    summary: 'The AGMs of one company.',
    access: SUPERADMIN,
    params: z.object({ groupId: asCompanyId(z.coerce.number().int().positive()) }),
    reply: z.array(listedAgm),
    problems: ['not-found'],
    example: {
      params: { groupId: 3 },
      reply: [{ ...exampleAgm, hasCredential: true, credentialIssuedAt: '2026-03-02 14:20:05' }],
    },
  }),
  addAgm: defineRoute({
    method: 'POST',
    path: '/admin/apexagm/add',
    summary: 'Adds an AGM to a company and issues its credential, which is shown this once.',
    access: SUPERADMIN,
    body: z.object({
      uid,
      group: id,
      lat: latitude,
      lon: longitude,
      imei: typedImei.nullish(),
    }),
    reply: agm.extend({ credential: deviceCredential }),
    status: 201,
    problems: ['uid-exists', 'imei-exists', 'group-not-found'],
    example: {
      body: { uid: 100_234, group: 3, lat: 36.1301, lon: -96.0302 },
      reply: { ...exampleAgm, credential: exampleCredential },
    },
  }),
  updateAgm: defineRoute({
    method: 'POST',
    path: '/admin/apexagm/:uid',
    summary:
      'Changes the given fields of an AGM. In another company it starts with empty last values and a new credential, which is shown this once; the old one ends at once. One that watches an active run cannot go to another company.',
    access: SUPERADMIN,
    params: uidParams,
    body: z.object({
      group: id.optional(),
      lat: latitude.optional(),
      lon: longitude.optional(),
      /** Empty or null removes the IMEI. */
      imei: typedImei.nullish(),
    }),
    reply: agm.extend({ credential: deviceCredential.nullable() }),
    problems: ['device-not-found', 'group-not-found', 'imei-exists', 'device-in-active-run'],
    example: {
      params: { uid: 100_234 },
      body: { group: 4 },
      reply: { ...exampleAgm, group: 4, lat: 0, lon: 0, credential: exampleCredential },
    },
  }),
  importAgms: defineRoute({
    method: 'POST',
    path: '/admin/apexagm/import',
    summary:
      'Adds the AGMs of a CSV text to a company and issues their credentials: all of them, or with any error none.',
    access: SUPERADMIN,
    body: z.object({
      group: id,
      /** Columns uid, lat, lon, imei, at most 5,000 rows. */
      csv: z.string().max(MAX_CSV_LENGTH, 'The file is larger than 1 MB.'),
      /** Only reads and checks, without adding anything. */
      isPreview: z.boolean(),
    }),
    bodyLimit: IMPORT_BODY_LIMIT,
    reply: importResult,
    problems: ['group-not-found'],
    example: {
      body: { group: 3, csv: 'uid,lat,lon\n100234,36.1301,-96.0302\n', isPreview: false },
      reply: {
        rows: [{ line: 2, uid: 100_234, lat: 36.1301, lon: -96.0302, imei: null }],
        errors: [],
        added: 1,
        credentials: [{ uid: 100_234, ...exampleCredential }],
      },
    },
  }),
  readSite: defineRoute({
    method: 'GET',
    path: '/apexagm/:uid/site',
    summary: 'The site of an AGM: its position, since when, and its counts there.',
    access: EVERYONE,
    key: 'devices:read',
    params: uidParams,
    reply: site,
    problems: ['device-not-found'],
    example: { params: { uid: 100_234 }, reply: exampleSite },
  }),
  moveToSite: defineRoute({
    method: 'POST',
    path: '/apexagm/:uid/site',
    summary:
      'Moves an AGM to its next site: a new position until it reports one itself, and counts from zero. What it has reported stays.',
    access: ADMINS,
    params: uidParams,
    body: z.object({ lat: latitude, lon: longitude }),
    reply: site,
    problems: ['device-not-found'],
    example: {
      params: { uid: 100_234 },
      body: { lat: 36.1301, lon: -96.0302 },
      reply: { ...exampleSite, heartbeats: 0, passages: 0 },
    },
  }),
  removeAgm: defineRoute({
    method: 'DELETE',
    path: '/admin/apexagm/:uid',
    summary:
      'Removes an AGM: its credential ends and its connection closes. What it has reported stays with the company. One that watches an active run cannot be removed.',
    access: SUPERADMIN,
    params: uidParams,
    reply: z.object({}),
    problems: ['device-not-found', 'device-in-active-run'],
    example: { params: { uid: 100_234 }, reply: {} },
  }),
  issueCredential: defineRoute({
    method: 'POST',
    path: '/admin/apexagm/:uid/credential',
    summary: 'Issues a new credential for an AGM; the old one ends at once.',
    access: SUPERADMIN,
    stepUp: 'always',
    params: uidParams,
    reply: deviceCredential,
    problems: ['device-not-found'],
    example: { params: { uid: 100_234 }, reply: exampleCredential },
  }),
  revokeCredential: defineRoute({
    method: 'DELETE',
    path: '/admin/apexagm/:uid/credential',
    summary: "Ends an AGM's credential; it cannot connect until a new one is issued.",
    access: SUPERADMIN,
    stepUp: 'always',
    params: uidParams,
    reply: z.object({}),
    problems: ['device-not-found'],
    example: { params: { uid: 100_234 }, reply: {} },
  }),
  readBrokerPasswords: defineRoute({
    method: 'GET',
    path: '/admin/broker/passwords',
    summary: 'The password file of an external Mosquitto: hashes of the servers, devices and relays.',
    access: SUPERADMIN,
    reply: z.string(),
    media: 'text/plain',
    example: { reply: '100234:$7$101$c2FsdA==$aGFzaA==\n' },
  }),
  readBrokerAccess: defineRoute({
    method: 'GET',
    path: '/admin/broker/access',
    summary: 'The access rules of an external Mosquitto: each device and relay under its own uids.',
    access: SUPERADMIN,
    reply: z.string(),
    media: 'text/plain',
    example: { reply: 'pattern write agm/v1/%u/up/#\npattern read agm/v1/%u/dn/#\n' },
  }),
  listGateways: defineRoute({
    method: 'GET',
    path: '/gateway',
    summary: 'The Bluetooth relays of the company, with the devices each may speak for.',
    access: ADMINS,
    reply: z.array(gateway),
    example: { reply: [exampleGateway] },
  }),
  addGateway: defineRoute({
    method: 'POST',
    path: '/gateway',
    summary: 'Issues a credential for a Bluetooth relay; a relay of the same name in the company is replaced.',
    access: ADMINS,
    stepUp: 'always',
    body: z.object({ name: gateway.shape.name, uids: z.array(uid).min(1).max(500) }),
    reply: gateway.extend({ username: z.string(), password: z.string() }),
    status: 201,
    problems: ['device-not-found', 'gateway-name-taken', 'devices-of-several-companies'],
    example: {
      body: { name: 'truck-7', uids: [100_234, 100_235] },
      reply: { ...exampleGateway, username: 'btgw-truck-7', password: exampleCredential.password },
    },
  }),
  removeGateway: defineRoute({
    method: 'DELETE',
    path: '/gateway',
    summary: "Ends a Bluetooth relay's credential and closes its connection.",
    access: ADMINS,
    stepUp: 'always',
    query: z.object({ name: gateway.shape.name }),
    reply: z.object({}),
    problems: ['not-found'],
    example: { query: { name: 'truck-7' }, reply: {} },
  }),
};
