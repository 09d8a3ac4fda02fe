import { z } from 'zod';
import { id, imei, latitude, longitude, uid, uidParams } from '../devices/fields.ts';
import { ADMINS, SUPERADMIN } from '../roles.ts';
import { defineRoute } from '../route.ts';

// Which devices there are, whose they are, and the credentials with which they and their relays connect.

const agm = z.object({
  uid,
  group: id,
  /** Where it stands; 0/0 until its first position. */
  lat: latitude,
  lon: longitude,
  imei: imei.nullable(),
});

/** Shown once; the server keeps what it needs to check it, not the password. */
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
    params: z.object({ groupId: z.coerce.number().int().positive() }),
    reply: z.array(agm),
    problems: ['not-found'],
    example: { params: { groupId: 3 }, reply: [exampleAgm] },
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
      imei: imei.or(z.literal('')).nullish(),
    }),
    reply: agm.extend({ credential: deviceCredential }),
    status: 201,
    problems: ['uid-exists', 'imei-exists', 'group-not-found'],
    example: {
      body: { uid: 100_234, group: 3, lat: 36.1301, lon: -96.0302 },
      reply: { ...exampleAgm, credential: exampleCredential },
    },
  }),
  removeAgm: defineRoute({
    method: 'DELETE',
    path: '/admin/apexagm/:uid',
    summary: 'Removes an AGM: its credential ends and its connection closes. What it has reported stays with the company.',
    access: SUPERADMIN,
    params: uidParams,
    reply: z.object({}),
    problems: ['device-not-found'],
    example: { params: { uid: 100_234 }, reply: {} },
  }),
  issueCredential: defineRoute({
    method: 'POST',
    path: '/admin/apexagm/:uid/credential',
    summary: 'Issues a new credential for an AGM; the old one ends at once.',
    access: SUPERADMIN,
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
    query: z.object({ name: gateway.shape.name }),
    reply: z.object({}),
    problems: ['not-found'],
    example: { query: { name: 'truck-7' }, reply: {} },
  }),
};
