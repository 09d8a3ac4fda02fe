import type { EventAudience, EventData } from '@waymark/contract/event';
import {
  events,
  methods,
  streamMethods,
  type EventName,
  type MethodName,
  type StreamMethodName,
} from '@waymark/contract/events/index';
import { fullPath, type RouteDefinition } from '@waymark/contract/route';
import { routes, type Routes } from '@waymark/contract/routes/index';
import { exampleMarkers } from '@waymark/contract/runs/marker';
import { examplePath } from '@waymark/contract/runs/pig-path';
import { exampleSentRun } from '@waymark/contract/runs/pig-run';
import { PATH_FLAGS } from '@waymark/domain/command/broadcast-codes';
import { decodeJwt } from 'jose';
import type { Insertable } from 'kysely';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemOrigin } from './platform/http/call.ts';
import { insertDevice } from './features/devices/devices.store.ts';
import { storePassage } from './features/records/passages.store.ts';
import { followByRun } from './features/runs/testing/follow.ts';
import { openConsole, readFigure, startDevice } from './features/streaming/testing/stream-world.ts';
import { findUserByEmail } from './features/users/users.queries.ts';
import { addGroup } from './features/users/groups.store.ts';
import { addUser } from './features/users/users.store.ts';
import { systemScope } from './platform/access/scope.ts';
import { monthOf, Partitions } from './platform/database/partitions.ts';
import type { Tables } from './platform/database/tables.ts';
import { PASSAGE, seenPassage } from './testing/device-samples.ts';
import { connectAgm, connectStream } from './testing/hub-client.ts';
import { findFreePort } from './testing/server-process.ts';
import { readCookie, startTestServer, type TestServer } from './testing/test-server.ts';

// Who may call what, and who hears what: a statement of its own, beside the contract. A route or an event
// that is missing here does not compile.

const CALLERS = ['nobody', 'expired', 'viewer', 'admin', 'superadmin', 'foreign admin'] as const;
type Caller = (typeof CALLERS)[number];

/** Statuses for nobody, an expired token, viewer, admin, superadmin, admin of another company. */
type Row = readonly [number, number, number, number, number, number];

interface Entry {
  readonly statuses: Row;
  readonly params?: () => Record<string, number | string>;
  readonly query?: string;
  readonly body?: unknown;
  /** For a query or a body that names what the test has made. */
  readonly makeQuery?: () => string;
  readonly makeBody?: () => unknown;
  /** Before each call: what the call uses up stands again. */
  readonly prepare?: () => Promise<void>;
}

const open = (status = 200): Row => [status, status, status, status, status, status];
const signedIn: Row = [401, 401, 200, 200, 200, 200];
const admins: Row = [401, 401, 403, 200, 200, 200];
const superadmin: Row = [401, 401, 403, 403, 200, 403];
/** A device of the demo company that the viewer follows. */
const followers: Row = [401, 401, 200, 200, 200, 404];
const ownAdmins: Row = [401, 401, 403, 200, 200, 404];
const ownCompanyAdmin: Row = [401, 401, 403, 200, 403, 404];
const followersOfThemselves: Row = [401, 401, 200, 200, 200, 404];

const FOLLOWED = 100_234;
const HIDDEN = 100_235;
const PASSING = 100_236;
const ADDED = 100_237;
const STREAMING = 100_239;
const ofFollowed = () => ({ uid: FOLLOWED });
const clear: Entry = { statuses: ownAdmins, params: ofFollowed };

const PASSAGE_TIME = '2026-03-16 09:41:57.300000';
const ofPassage = () => ({ uid: FOLLOWED, passageId: heardPassage });

const restart = { uid: FOLLOWED, commandType: 'DeviceRestart', timeStampSent: '2026-03-18 00:03:59' };
const noPathFlags = Object.fromEntries(PATH_FLAGS.map((flag) => [flag, 'N']));

const watchedPath = { ...examplePath, agms: [FOLLOWED], notifications: [] };

const deviceReport = { startDate: '2026-03-18 00:00:00', endDate: '2026-03-19 00:00:00', uidList: [FOLLOWED] };
const recordedDownload = { launchDate: '2026-03-18 00:00:00', receiveDate: '2026-03-18 11:20:00', uidList: [FOLLOWED] };

type Table = { readonly [Feature in keyof Routes]: { readonly [Name in keyof Routes[Feature]]: Entry } };

const table: Table = {
  session: {
    issueToken: { statuses: open(403), body: { grant_type: 'refresh_token' } },
    signOut: { statuses: open() },
    userInfo: { statuses: signedIn },
    openStreamSession: { statuses: signedIn },
    requestPasswordLink: { statuses: open(), body: { client_id: 'c', email: 'nobody@else.where', connection: 'x' } },
    setPasswordByLink: { statuses: open(400), body: { token: 'unknown', password: 'Correct-horse-8' } },
    setOwnPassword: { statuses: signedIn, body: { currentPassword: 'Waymark-demo-1', password: 'Waymark-demo-1' } },
    listOwnSessions: { statuses: signedIn },
    endOwnSessions: {
      statuses: [401, 401, 200, 404, 404, 404],
      makeBody: () => ({ id: viewerSession, currentPassword: 'Waymark-demo-1' }),
      prepare: openViewerSession,
    },
    endSessionsOfUser: { statuses: ownAdmins, params: () => ({ id: endedUser ?? 0 }), prepare: addEndedUser },
    signingKeys: { statuses: open() },
    startExternalSignIn: { statuses: open(404), query: '?state=x' },
    finishExternalSignIn: { statuses: open(404), query: '?code=x' },
  },
  users: {
    getCurrentUser: { statuses: signedIn },
    updateMessagingState: { statuses: signedIn, body: { a2pMessagingOptInState: false, phone: '' } },
    listCompanyUsers: { statuses: admins },
    listGroups: { statuses: superadmin },
    listGroupUsers: { statuses: superadmin, params: () => ({ groupId: demoGroup }) },
    saveLocalUser: { statuses: [401, 401, 403, 200, 403, 404], makeBody: () => ({ id: viewerId }) },
    removeLocalUser: { statuses: [401, 401, 403, 409, 403, 404], params: () => ({ id: adminId }) },
    saveGroupUser: { statuses: superadmin, makeBody: () => ({ id: viewerId }) },
    removeUser: { statuses: [401, 401, 403, 403, 409, 403], params: () => ({ id: superadminId }) },
    listStaff: { statuses: superadmin },
    saveStaff: { statuses: superadmin, makeBody: () => ({ id: superadminId }) },
    saveGroup: { statuses: superadmin, makeBody: () => ({ id: demoGroup, groupName: 'Demo Pipelines' }) },
    removeGroup: { statuses: [401, 401, 403, 403, 409, 403], params: () => ({ id: demoGroup }) },
  },
  devices: {
    listDevices: { statuses: signedIn },
    readDevice: { statuses: followers, params: ofFollowed },
    readLastPassage: { statuses: followers, params: ofFollowed },
    readHeartbeatActivity: { statuses: followers, params: ofFollowed },
    setAutoDownload: { statuses: ownAdmins, params: ofFollowed, body: true },
    clearPassages: clear,
    clearHeartbeats: clear,
    clearErrors: clear,
    clearDeviceInfo: clear,
    clearControlResponses: clear,
    clearGpsFixes: clear,
  },
  fleet: {
    listGroupAgms: { statuses: superadmin, params: () => ({ groupId: demoGroup }) },
    addAgm: {
      statuses: [401, 401, 403, 403, 201, 403],
      makeBody: () => ({ uid: ADDED, group: demoGroup, lat: 0, lon: 0 }),
    },
    removeAgm: { statuses: superadmin, params: () => ({ uid: PASSING }), prepare: addPassingDevice },
    updateAgm: { statuses: superadmin, params: ofFollowed, body: { lat: 36, lon: -96 } },
    importAgms: {
      statuses: superadmin,
      makeBody: () => ({ group: demoGroup, csv: String(ADDED + 1), isPreview: true }),
    },
    readSite: { statuses: followers, params: ofFollowed },
    moveToSite: { statuses: ownAdmins, params: ofFollowed, body: { lat: 36.1, lon: -96.1 } },
    issueCredential: { statuses: superadmin, params: ofFollowed },
    revokeCredential: { statuses: superadmin, params: ofFollowed },
    readBrokerPasswords: { statuses: superadmin },
    readBrokerAccess: { statuses: superadmin },
    listGateways: { statuses: admins },
    addGateway: { statuses: [401, 401, 403, 201, 201, 404], body: { name: 'truck-1', uids: [FOLLOWED] } },
    removeGateway: { statuses: ownAdmins, query: '?name=truck-2', prepare: addGateway },
  },
  history: {
    listHeartbeats: { statuses: followers, params: ofFollowed },
    listPassages: { statuses: followers, params: ofFollowed },
    listDeviceInfos: { statuses: followers, params: ofFollowed },
    listControlSettings: { statuses: followers, params: ofFollowed },
    exportPassages: { statuses: ownAdmins, params: ofFollowed, query: '?columns=uid' },
    exportHeartbeats: { statuses: ownAdmins, params: ofFollowed, query: '?columns=uid' },
  },
  passages: {
    readPassage: { statuses: followers, params: ofPassage, prepare: addPassage },
    readPassageOfKind: { statuses: followers, params: () => ({ ...ofPassage(), type: 0 }), prepare: addPassage },
    findPassageUid: { statuses: followers, makeQuery: () => `?passageId=${heardPassage}`, prepare: addPassage },
    verifyPassage: { statuses: ownAdmins, params: ofPassage, prepare: addPassage },
    setVerification: { statuses: ownAdmins, params: () => ({ ...ofPassage(), flag: 'false' }), prepare: addPassage },
    setPassageVerification: {
      statuses: ownAdmins,
      makeBody: () => ({ elfId: heardPassage, isVerified: true }),
      prepare: addPassage,
    },
    updatePassageTime: {
      statuses: ownAdmins,
      params: ofPassage,
      body: { newPassageTime: PASSAGE_TIME },
      prepare: addPassage,
    },
    updatePassageTimeById: {
      statuses: ownAdmins,
      makeBody: () => ({ passageId: heardPassage, newPassageTime: PASSAGE_TIME }),
      prepare: addPassage,
    },
    deletePassage: { statuses: ownAdmins, params: ofPassage, prepare: addPassage },
    updateRunInfo: {
      statuses: ownAdmins,
      params: ofPassage,
      makeBody: () => [pigRun, 'Cushing to Tulsa', 'CLN-16-02', 'AGM 01'],
      prepare: addPassageOfRun,
    },
    clearRunInfo: {
      statuses: ownAdmins,
      params: () => ({ uid: FOLLOWED, elfId: heardPassage, geoId: 0, magId: 0 }),
      prepare: addPassage,
    },
    exportLabelledRecords: { statuses: admins },
    addWebPassage: { statuses: ownAdmins, makeBody: () => seenPassage(FOLLOWED) },
  },
  commands: {
    listCommands: { statuses: ownAdmins, params: ofFollowed },
    listCommandHistory: { statuses: ownAdmins, params: ofFollowed },
    queueCommand: { statuses: [401, 401, 403, 201, 201, 404], body: restart },
    queueCommands: { statuses: [401, 401, 403, 201, 201, 404], body: [restart] },
    deleteCommand: { statuses: ownAdmins, params: () => ({ commandId: queuedCommand }), prepare: addCommand },
    requestRawData: {
      statuses: ownAdmins,
      body: { uid: FOLLOWED, startDate: '2026-03-16 09:40:00', endDate: '2026-03-16 09:42:00' },
    },
  },
  broadcast: {
    // To the other company the device is none, and it is told so in the answer.
    createBroadcast: { statuses: [401, 401, 403, 200, 403, 200], body: { uidList: [FOLLOWED], commandList: ['PM'] } },
    createRunBroadcast: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, commandList: ['PM'] }),
      prepare: addFinishedRun,
    },
    readBroadcast: { statuses: ownAdmins, params: () => ({ broadcastId: sentBroadcast }), prepare: addBroadcast },
    readPathFlags: { statuses: ownAdmins, params: () => ({ pathId: pigPath }) },
    savePathFlags: { statuses: ownAdmins, makeBody: () => ({ pathId: pigPath, ...noPathFlags }) },
    fireNowFlags: { statuses: ownAdmins, params: () => ({ pathId: pigPath }) },
  },
  paths: {
    listPaths: { statuses: admins },
    readPath: { statuses: ownAdmins, params: () => ({ pathId: pigPath }) },
    savePath: { statuses: [401, 401, 403, 200, 200, 404], makeBody: () => ({ ...watchedPath, pathId: pigPath }) },
    deletePath: { statuses: ownAdmins, params: () => ({ pathId: passingPath }), prepare: addPassingPath },
    readReadiness: { statuses: ownAdmins, params: () => ({ pathId: pigPath }) },
  },
  tools: {
    findTool: { statuses: admins, body: { expectedSpeed: 1, size: 0.4, toolTypeId: 1 } },
    listToolTypes: { statuses: signedIn },
    listToolsOfRun: { statuses: [401, 401, 404, 200, 200, 404], params: () => ({ runId: pigRun }), prepare: addRun },
    listAlgorithmsOfTool: { statuses: signedIn, params: () => ({ toolId: 1 }) },
    addToolToRun: { statuses: ownAdmins, makeBody: () => ({ runId: pigRun, toolId: 1 }), prepare: addRun },
    deleteToolsOfRun: { statuses: ownAdmins, makeBody: () => ({ runId: pigRun }), prepare: addRun },
  },
  runs: {
    listRuns: { statuses: signedIn },
    readRun: { statuses: [401, 401, 404, 200, 200, 404], params: () => ({ runId: pigRun }), prepare: addRun },
    addRun: {
      statuses: [401, 401, 403, 200, 200, 400],
      makeBody: () => ({ ...exampleSentRun, pigPath: JSON.stringify({ ...watchedPath, pathId: passingPath }) }),
      prepare: addPassingPath,
    },
    updateAgms: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, path: JSON.stringify(watchedPath) }),
      prepare: addRun,
    },
    updateNotifications: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, path: JSON.stringify(watchedPath) }),
      prepare: addRun,
    },
    triggerManualAlert: {
      statuses: ownAdmins,
      makeBody: () => ({ pigRunId: pigRun, markerName: 'AGM 01' }),
      prepare: addManualPassage,
    },
    deleteManualPassage: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, passageTimeStamp: '2026-03-18 03:12:00' }),
      prepare: addManualPassage,
    },
    updateManualPassage: {
      statuses: ownAdmins,
      makeBody: () => ({
        runId: pigRun,
        passageTimeStamp: '2026-03-18 03:12:00',
        newPassageTime: '2026-03-18 03:13:00',
      }),
      prepare: addManualPassage,
    },
    listRunsNotifying: { statuses: followersOfThemselves, params: () => ({ userId: viewerId }) },
    listUidsNotifying: { statuses: followersOfThemselves, params: () => ({ userId: viewerId }) },
    readScores: { statuses: [401, 401, 404, 200, 200, 404], makeBody: () => ({ runId: pigRun }), prepare: addRun },
    deleteRun: { statuses: ownAdmins, params: () => ({ runId: pigRun }), prepare: addRun },
  },
  finishedRuns: {
    listFinishedRuns: { statuses: admins },
    finishRun: {
      statuses: ownAdmins,
      makeBody: () => ({ ...exampleSentRun, runId: pigRun, recieveTime: '2026-03-18 11:20:00' }),
      prepare: addRun,
    },
    synchRun: {
      statuses: ownAdmins,
      makeBody: () => ({ ...exampleSentRun, runId: pigRun, recieveTime: '2026-03-18 11:20:00', Phase: 2 }),
      prepare: addFinishedRun,
    },
    updateJobNumber: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, jobNumber: 'J-1' }),
      prepare: addFinishedRun,
    },
  },
  reports: {
    readRunReport: { statuses: ownCompanyAdmin, makeBody: () => ({ runId: pigRun }), prepare: addFinishedRun },
    // Devices of another company are none: their rows are missing.
    readDeviceReport: { statuses: [401, 401, 403, 200, 403, 200], body: deviceReport },
    exportRunReport: {
      statuses: ownCompanyAdmin,
      makeBody: () => ({ runId: pigRun, rowsPerPage: 0 }),
      prepare: addFinishedRun,
    },
    exportDeviceReport: { statuses: [401, 401, 403, 200, 403, 200], body: deviceReport },
    writeReport: {
      statuses: ownAdmins,
      makeBody: () => ({ runId: pigRun, reportType: 'Default', format: 'csv' }),
      prepare: addFinishedRun,
    },
  },
  downloads: {
    validateDownload: { statuses: [401, 401, 403, 200, 403, 400], body: recordedDownload },
    validateFirmware: { statuses: [401, 401, 403, 200, 403, 400], body: { uidList: [FOLLOWED] } },
    startDownload: { statuses: [401, 401, 403, 200, 403, 400], body: recordedDownload },
    readDownload: { statuses: ownCompanyAdmin, params: () => ({ sessionId: downloadSession }), prepare: addDownload },
    resumeDownload: { statuses: ownCompanyAdmin, params: () => ({ sessionId: downloadSession }), prepare: addDownload },
    endDownload: { statuses: ownCompanyAdmin, params: () => ({ sessionId: downloadSession }), prepare: addDownload },
    cancelDownload: { statuses: ownCompanyAdmin, params: () => ({ sessionId: downloadSession }), prepare: addDownload },
    readQueueDetail: { statuses: ownCompanyAdmin, params: () => ({ cId: lastDownload }), prepare: addDownload },
    listDownloads: { statuses: admins },
    readDownloadFile: { statuses: ownAdmins, params: () => ({ cId: lastDownload }), prepare: addRecording },
    readRawData: {
      statuses: ownAdmins,
      params: () => ({ uid: HIDDEN, sessionId: lastDownload }),
      prepare: addRecording,
    },
  },
  webhooks: {
    takeRockblockMessage: { statuses: open(404), params: () => ({ secret: 'not-the-secret' }), body: {} },
    takeCloudloopMessage: { statuses: open(404), params: () => ({ secret: 'not-the-secret' }), body: {} },
    takeTextReply: { statuses: open(404), body: { From: '+19185550134', Body: 'STOP' } },
  },
  outbox: {
    listMessages: { statuses: admins },
    retryMessage: { statuses: ownAdmins, params: () => ({ id: deadMessage }), prepare: addDeadMessage },
  },
  audit: {
    listAudit: { statuses: admins },
    exportAudit: { statuses: admins },
    listErrors: { statuses: superadmin },
  },
  health: {
    systemHealth: { statuses: superadmin },
  },
  system: {
    serverUtcDate: { statuses: signedIn },
    consoleSettings: { statuses: open() },
    reportConsoleError: { statuses: signedIn, body: { message: 'it broke' } },
    readOutbox: { statuses: open() },
    openApi: { statuses: open() },
    apiDocs: { statuses: open() },
    health: { statuses: open() },
    readiness: { statuses: open() },
    metrics: { statuses: open() },
  },
};

let server: TestServer;
let mqttPort: number;
let demoGroup: number;
let foreignGroup: number;
let adminId: number;
let viewerId: number;
let superadminId: number;
let viewerSession: string;
let endedUser: number | undefined;
let deadMessage: number;
let queuedCommand: number;
let downloadSession = 0;
/** Above those of real commands. */
let lastDownload = 4_000_000_000;
let sentBroadcast: number;
let pigPath: number;
let passingPath = 0;
let pigRun = 0;
let heardPassage: number;
let addedPassages = 0;
const tokens = new Map<Caller, string>();

async function addDevice(uid: number): Promise<void> {
  await server.app.database.change(systemOrigin('test'), async (change) => {
    await insertDevice(change, { uid, groupId: demoGroup, imei: null, lat: 0, lon: 0 });
  });
}

async function addPassingDevice(): Promise<void> {
  await addDevice(PASSING);
}

async function insertDownload(values: Partial<Insertable<Tables['downloads']>>): Promise<void> {
  lastDownload += 1;
  const range = { start_at: new Date('2026-03-18T00:00:00Z'), end_at: new Date('2026-03-18T00:01:00Z') };
  const whole = {
    command_id: lastDownload,
    uid: HIDDEN,
    group_id: demoGroup,
    user_name: 'Dana Reyes',
    kind: 'raw',
    is_satellite: false,
    ...range,
  } as const;
  await server.app.database
    .read(systemScope('test'))
    .db.insertInto('downloads')
    .values({ ...whole, ...values })
    .execute();
}

/** Of a session that is open. */
async function addDownload(): Promise<void> {
  const { db } = server.app.database.read(systemScope('test'));
  const values = {
    group_id: demoGroup,
    user_name: 'Dana Reyes',
    launch_at: new Date(),
    receive_at: new Date(),
    failed: '[]',
  };
  downloadSession = (await db.insertInto('download_sessions').values(values).returning('id').executeTakeFirstOrThrow())
    .id;
  await insertDownload({ session_id: downloadSession, kind: 'passages' });
}

/** That has come to an end, with nothing in it. */
async function addRecording(): Promise<void> {
  await insertDownload({ state: 'DC', total: 0, bytes: 0, sha256: '' });
}

/** A second session of the viewer, which nobody else may end. */
async function addEndedUser(): Promise<void> {
  endedUser ??= await server.app.database.change(systemOrigin('test'), (change) =>
    addUser(change, { groupId: demoGroup, email: 'ended@demo.waymark', name: 'Ended', role: 'viewer', password: null }),
  );
}

async function openViewerSession(): Promise<void> {
  viewerSession = String(decodeJwt((await server.signIn('viewer@demo.waymark')).token)['sid']);
}

async function addDeadMessage(): Promise<void> {
  const { db } = server.app.database.read(systemScope('test'));
  const values = {
    medium: 'mail',
    recipient: 'a@example.com',
    subject: 's',
    body_text: 't',
    status: 'dead',
    group_id: demoGroup,
  } as const;
  deadMessage = (await db.insertInto('outbox').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function addCommand(): Promise<void> {
  const answer = await server.call('POST', '/api/commands/queue', { token: tokens.get('admin'), body: restart });
  queuedCommand = ((await answer.json()) as { commandId: number }).commandId;
}

async function addBroadcast(): Promise<void> {
  const body = { uidList: [FOLLOWED], commandList: ['PM'] };
  const answer = await server.call('POST', '/api/pigrun/CreateBroadcastCommands', { token: tokens.get('admin'), body });
  sentBroadcast = ((await answer.json()) as { broadcastId: number }).broadcastId;
}

async function addPassage(): Promise<void> {
  const { database } = server.app;
  // Each of its own time: one that was deleted does not come back.
  addedPassages += 1;
  const endOfSnip = Date.UTC(2026, 2, 16, 9, 42, 11) + addedPassages;
  await new Partitions(database.pool).ensure('passages', new Set([monthOf(endOfSnip)]));
  const body = { ...PASSAGE, t: endOfSnip - 15_000, endOfSnip };
  await database.change(systemOrigin('test'), (change) =>
    storePassage(change, { uid: FOLLOWED, groupId: demoGroup, link: 'cellular', receivedAt: endOfSnip, body }),
  );
  const { db } = database.read(systemScope('test'));
  const ofKind = db
    .selectFrom('passages')
    .select('id')
    .where('end_of_snip_at', '=', new Date(endOfSnip))
    .where('kind', '=', 0);
  heardPassage = (await ofKind.executeTakeFirstOrThrow()).id;
}

async function addPassingPath(): Promise<void> {
  const { db } = server.app.database.read(systemScope('test'));
  await db.deleteFrom('pig_runs').where('pig', 'not like', 'FOLLOW-%').execute();
  passingPath = (
    await db
      .insertInto('pig_paths')
      .values({ group_id: demoGroup, name: 'A line' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function addRun(): Promise<void> {
  const { db } = server.app.database.read(systemScope('test'));
  await db.deleteFrom('pig_runs').where('pig', 'not like', 'FOLLOW-%').execute();
  const run = {
    group_id: demoGroup,
    pig: 'CLN-16-02',
    path: JSON.stringify(watchedPath),
    launch_at: new Date('2026-03-18T00:00:00Z'),
  };
  pigRun = (await db.insertInto('pig_runs').values(run).returning('id').executeTakeFirstOrThrow()).id;
  const lines = exampleMarkers.map((marker, place) => ({
    run_id: pigRun,
    name: marker.name,
    place,
    marker: JSON.stringify(marker),
  }));
  await db.insertInto('pig_run_markers').values(lines).execute();
}

/** A run that was launched before the passage that its device has heard. */
async function addPassageOfRun(): Promise<void> {
  await addRun();
  await addPassage();
}

async function addManualPassage(): Promise<void> {
  await addRun();
  const { db } = server.app.database.read(systemScope('test'));
  const passage = {
    marker_name: 'AGM 01',
    passage_at: new Date('2026-03-18T03:12:00Z'),
    is_verified: true,
    is_offline: false,
    is_bluetooth: false,
  };
  await db
    .insertInto('pig_run_passages')
    .values({ run_id: pigRun, ...passage })
    .execute();
}

async function addFinishedRun(): Promise<void> {
  await addManualPassage();
  const { db } = server.app.database.read(systemScope('test'));
  await db
    .updateTable('pig_runs')
    .set({ recieve_at: new Date('2026-03-18T11:20:00Z') })
    .where('id', '=', pigRun)
    .execute();
  await db.insertInto('pig_run_devices').values({ run_id: pigRun, uid: HIDDEN, group_id: demoGroup }).execute();
}

async function addGateway(): Promise<void> {
  const body = { name: 'truck-2', uids: [FOLLOWED] };
  await server.call('POST', '/api/gateway', { token: tokens.get('admin'), body });
}

beforeAll(async () => {
  mqttPort = await findFreePort();
  server = await startTestServer({ settings: { WAYMARK_MQTT_PORT: String(mqttPort) } });
  await server.app.database.change(systemOrigin('test'), async (change) => {
    foreignGroup = await addGroup(change, 'Another company');
    const password = 'Waymark-demo-1';
    await addUser(change, {
      groupId: foreignGroup,
      email: 'admin@another.test',
      name: 'Ann Other',
      role: 'admin',
      password,
    });
  });
  const admin = await findUserByEmail(server.app.database.read(systemScope('test')), 'admin@demo.waymark');
  demoGroup = admin?.group_id ?? 0;
  adminId = admin?.id ?? 0;
  viewerId = (await findUserByEmail(server.app.database.read(systemScope('test')), 'viewer@demo.waymark'))?.id ?? 0;
  superadminId =
    (await findUserByEmail(server.app.database.read(systemScope('test')), 'superadmin@demo.waymark'))?.id ?? 0;
  await addDevice(FOLLOWED);
  await addDevice(HIDDEN);
  const { db } = server.app.database.read(systemScope('test'));
  await followByRun(db, { groupId: demoGroup, userId: viewerId, uid: FOLLOWED });
  const path = { group_id: demoGroup, name: 'North line' };
  pigPath = (await db.insertInto('pig_paths').values(path).returning('id').executeTakeFirstOrThrow()).id;
  for (const [caller, email] of [
    ['viewer', 'viewer@demo.waymark'],
    ['admin', 'admin@demo.waymark'],
    ['superadmin', 'superadmin@demo.waymark'],
    ['foreign admin', 'admin@another.test'],
  ] as const) {
    tokens.set(caller, (await server.signIn(email)).token);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 7_200_000 });
  try {
    tokens.set('expired', (await server.signIn('superadmin@demo.waymark')).token);
  } finally {
    vi.useRealTimers();
  }
});
afterAll(() => server.close());

const cases = Object.entries(table).flatMap(([feature, entries]) =>
  Object.entries<Entry>(entries).flatMap((entry) => CALLERS.map((caller) => [feature, ...entry, caller] as const)),
);

function addressOf(
  feature: string,
  name: string,
  { params, makeQuery, query }: Entry,
): { readonly method: string; readonly address: string } {
  const ofFeature = routes[feature as keyof Routes] as unknown as Record<string, RouteDefinition>;
  const route = ofFeature[name];
  if (!route) throw new Error(`${feature}.${name} is no route`);
  const values = params?.() ?? {};
  const path = fullPath(route).replaceAll(/:(\w+)/g, (_match, key: string) => String(values[key]));
  return { method: route.method, address: path + (makeQuery?.() ?? query ?? '') };
}

async function callRoute(feature: string, name: string, entry: Entry, caller: Caller): Promise<Response> {
  await entry.prepare?.();
  const { method, address } = addressOf(feature, name, entry);
  return server.call(method, address, { token: tokens.get(caller), body: entry.makeBody?.() ?? entry.body });
}

describe('every route and every caller', () => {
  test.each(cases)('%s.%s', async (feature, name, entry, caller) => {
    const response = await callRoute(feature, name, entry, caller);
    await response.arrayBuffer();
    expect({ caller, status: response.status }).toEqual({ caller, status: entry.statuses[CALLERS.indexOf(caller)] });
  });

  test('every route of the contract stands in the table', () => {
    const named = (tree: Readonly<Record<string, object>>) =>
      Object.entries(tree).flatMap(([feature, entries]) => Object.keys(entries).map((name) => `${feature}.${name}`));
    expect(named(table).toSorted()).toEqual(named(routes).toSorted());
  });
});

describe('company borders', () => {
  const listOf = async (caller: Caller, address: string) => {
    const response = await server.call('GET', address, { token: tokens.get(caller) });
    return (await response.json()) as { email: string }[];
  };

  test('an admin sees the people of his own company only, the superadmin all', async () => {
    const [own, foreign, all] = await Promise.all([
      listOf('admin', '/api/user'),
      listOf('foreign admin', '/api/user'),
      listOf('superadmin', '/api/user'),
    ]);
    expect(own.map(({ email }) => email)).toEqual(['admin@demo.waymark', 'ended@demo.waymark', 'viewer@demo.waymark']);
    expect(foreign.map(({ email }) => email)).toEqual(['admin@another.test']);
    expect(all).toHaveLength(4);
  });

  test('devices: the viewer sees those he follows, the admin his company, the other company none of them', async () => {
    const uidsOf = async (caller: Caller) => {
      const response = await server.call('GET', '/api/apexagm', { token: tokens.get(caller) });
      return ((await response.json()) as { uId: number }[]).map(({ uId }) => uId);
    };
    expect(await uidsOf('viewer')).toEqual([FOLLOWED]);
    expect(await uidsOf('admin')).toEqual(expect.arrayContaining([FOLLOWED, HIDDEN]));
    expect(await uidsOf('superadmin')).toEqual(await uidsOf('admin'));
    expect(await uidsOf('foreign admin')).toEqual([]);
  });

  test('a company that does not exist is not found', async () => {
    const response = await server.call('GET', '/api/admin/user/999999', { token: tokens.get('superadmin') });
    expect(response.status).toBe(404);
  });
});

type Hearing = { readonly audience: () => unknown; readonly data: unknown; readonly heardBy: readonly Caller[] };
const ofDevice = (data: unknown): Hearing => ({
  audience: () => ({ groupId: demoGroup, uid: FOLLOWED }),
  data,
  heardBy: ['viewer', 'admin', 'superadmin'],
});
const hearing: { readonly [Name in EventName]: Hearing } = {
  ReceiveSessionEnd: {
    audience: () => ({ userId: adminId }),
    data: events.ReceiveSessionEnd.example,
    heardBy: ['admin'],
  },
  ReceiveUserUpdate: {
    audience: () => ({ userId: adminId }),
    data: events.ReceiveUserUpdate.example,
    heardBy: ['admin'],
  },
  ReceiveUserListUpdate: {
    audience: () => ({ groupId: demoGroup }),
    data: events.ReceiveUserListUpdate.example,
    heardBy: ['admin', 'superadmin'],
  },
  ReceiveHeartbeat: ofDevice(events.ReceiveHeartbeat.example),
  ReceiveConnectionUpdate: ofDevice(events.ReceiveConnectionUpdate.example),
  ReceivePassage: ofDevice(events.ReceivePassage.example),
  ReceivePassageUpdate: ofDevice(events.ReceivePassageUpdate.example),
  ReceiveCommandResponse: ofDevice(events.ReceiveCommandResponse.example),
  ReceiveDownloadRecordedPassageData: {
    audience: () => ({ groupId: demoGroup }),
    data: events.ReceiveDownloadRecordedPassageData.example,
    heardBy: ['admin', 'superadmin'],
  },
  ReceiveDownloadRecordedRawData: {
    audience: () => ({ groupId: demoGroup }),
    data: events.ReceiveDownloadRecordedRawData.example,
    heardBy: ['admin', 'superadmin'],
  },
  ReceiveCommandUpdate: {
    audience: () => ({ groupId: demoGroup }),
    data: events.ReceiveCommandUpdate.example,
    heardBy: ['admin', 'superadmin'],
  },
  ReceiveDownloadMode: ofDevice(events.ReceiveDownloadMode.example),
  ReceiveCommTypeChange: ofDevice(events.ReceiveCommTypeChange.example),
  ReceiveCellularCarrierInfo: ofDevice(events.ReceiveCellularCarrierInfo.example),
  ReceiveDiskUse: ofDevice(events.ReceiveDiskUse.example),
  ReceiveDeviceListUpdate: ofDevice(events.ReceiveDeviceListUpdate.example),
  ReceivePigRunUpdate: {
    audience: () => ({ groupId: demoGroup, runId: 41 }),
    data: events.ReceivePigRunUpdate.example,
    heardBy: ['admin', 'superadmin'],
  },
};

async function listHearing(name: EventName, audience: unknown, data: unknown): Promise<readonly Caller[]> {
  const listeners = new Map<Caller, Socket>();
  const heard: Caller[] = [];
  for (const caller of ['viewer', 'admin', 'superadmin', 'foreign admin'] as const) {
    const socket = await connectAgm(server, tokens.get(caller));
    socket.on(name, () => heard.push(caller));
    listeners.set(caller, socket);
  }
  await server.app.database.change(systemOrigin('test'), async (change) =>
    change.push(
      name,
      audience as EventAudience<(typeof events)[typeof name]>,
      data as EventData<(typeof events)[typeof name]>,
    ),
  );
  // Messages that were sent before this answer have arrived by then.
  await Promise.all([...listeners.values()].map((socket) => socket.emitWithAck('Fence')));
  for (const socket of listeners.values()) socket.disconnect();
  return heard.toSorted();
}

describe('every hub event and every listener', () => {
  test.each(Object.keys(hearing) as EventName[])('%s', async (name) => {
    const { audience, data, heardBy } = hearing[name];
    expect(await listHearing(name, audience(), data)).toEqual([...heardBy].toSorted());
  });

  test('a viewer hears nothing of a device that he does not follow', async () => {
    const audience = { groupId: demoGroup, uid: HIDDEN };
    expect(
      await listHearing('ReceiveHeartbeat', audience, { ...events.ReceiveHeartbeat.example, uid: HIDDEN }),
    ).toEqual(['admin', 'superadmin']);
  });
});

describe('every method of the agm hub and every caller', () => {
  const CONSOLES = ['viewer', 'admin', 'superadmin', 'foreign admin'] as const;
  type Console = (typeof CONSOLES)[number];
  type Answers = Readonly<Record<Console, 'ok' | 'run-not-found'>>;
  /** RenewToken has no caller yet: whoever shows a token is known by it. */
  type Asked = Exclude<MethodName, 'RenewToken'>;

  const anybody: Answers = { viewer: 'ok', admin: 'ok', superadmin: 'ok', 'foreign admin': 'ok' };
  const answers: {
    readonly [Name in Asked]: {
      readonly notifying: Answers;
      readonly hidden: Answers;
      readonly ask: (runId: number) => unknown;
    };
  } = {
    // It tells nobody whether there is such a run; what is heard of it is another matter.
    ShowPigRuns: { notifying: anybody, hidden: anybody, ask: (runId) => [runId] },
    SendPigRunUpdate: {
      notifying: { ...anybody, 'foreign admin': 'run-not-found' },
      hidden: { ...anybody, viewer: 'run-not-found', 'foreign admin': 'run-not-found' },
      ask: (runId) => runId,
    },
  };
  /** A run that notifies the viewer, and one that notifies nobody. */
  let runIds: { readonly notifying: number; readonly hidden: number };
  beforeAll(async () => {
    const { db } = server.app.database.read(systemScope('test'));
    const hidden = await followByRun(db, { groupId: demoGroup, userId: adminId, uid: HIDDEN });
    await db.deleteFrom('pig_run_rules').where('run_id', '=', hidden).execute();
    runIds = { notifying: await followByRun(db, { groupId: demoGroup, userId: viewerId, uid: PASSING }), hidden };
  });

  const asked = (Object.keys(answers) as Asked[]).flatMap((name) => CONSOLES.map((caller) => [name, caller] as const));
  test.each(asked)('%s by the %s', async (name, caller) => {
    const socket = await connectAgm(server, tokens.get(caller));
    const { ask, notifying, hidden } = answers[name];
    const answerTo = async (runId: number) =>
      ((await socket.emitWithAck(name, ask(runId))) as { readonly error?: string }).error ?? 'ok';
    const given = { notifying: await answerTo(runIds.notifying), hidden: await answerTo(runIds.hidden) };
    socket.disconnect();
    expect(given).toEqual({ notifying: notifying[caller], hidden: hidden[caller] });
  });

  test('[V-032] ListenToAgm, ShutupToAgm and SendPigRunUpdate are methods of the hubs', () => {
    expect([...Object.keys(streamMethods), ...Object.keys(methods)]).toEqual(
      expect.arrayContaining(['ListenToAgm', 'ShutupToAgm', 'SendPigRunUpdate']),
    );
  });

  test('what SendPigRunUpdate says is heard by the others who see the run', async () => {
    const heard: Array<readonly [Console, number]> = [];
    const sockets = await Promise.all(
      CONSOLES.map(async (caller) => {
        const socket = await connectAgm(server, tokens.get(caller));
        socket.on('ReceivePigRunUpdate', ({ runId }: { readonly runId: number }) => heard.push([caller, runId]));
        return socket;
      }),
    );
    const sender = await connectAgm(server, tokens.get('admin'));
    for (const runId of [runIds.notifying, runIds.hidden]) await sender.emitWithAck('SendPigRunUpdate', runId);
    await Promise.all(sockets.map((socket) => socket.emitWithAck('Fence')));
    for (const socket of [sender, ...sockets]) socket.disconnect();
    const of = (runId: number) => heard.flatMap(([caller, each]) => (each === runId ? [caller] : [])).toSorted();
    expect(of(runIds.notifying)).toEqual(['admin', 'superadmin', 'viewer']);
    expect(of(runIds.hidden)).toEqual(['admin', 'superadmin']);
  });
});

describe('every method of the stream hub and every listener', () => {
  const LISTENERS = ['viewer', 'admin', 'superadmin', 'foreign admin'] as const;
  type Listener = (typeof LISTENERS)[number];
  type Answers = Readonly<Record<Listener, 'ok' | 'device-not-found'>>;

  const anybody: Answers = { viewer: 'ok', admin: 'ok', superadmin: 'ok', 'foreign admin': 'ok' };
  const answers: { readonly [Name in StreamMethodName]: { readonly followed: Answers; readonly hidden: Answers } } = {
    ListenToAgm: {
      followed: { ...anybody, 'foreign admin': 'device-not-found' },
      hidden: { ...anybody, viewer: 'device-not-found', 'foreign admin': 'device-not-found' },
    },
    // It tells nobody whether there is such a device.
    ShutupToAgm: { followed: anybody, hidden: anybody },
  };
  const asked = (Object.keys(streamMethods) as StreamMethodName[]).flatMap((name) =>
    LISTENERS.map((caller) => [name, caller] as const),
  );

  test.each(asked)('%s by the %s', async (name, caller) => {
    const { socket } = await openConsole(server, tokens.get(caller) ?? '');
    const ask = async (uid: number) => {
      const answer = (await socket.emitWithAck(name, uid)) as { readonly error?: string };
      return answer.error ?? 'ok';
    };
    const given = { followed: await ask(FOLLOWED), hidden: await ask(HIDDEN) };
    socket.disconnect();
    expect(given).toEqual({ followed: answers[name].followed[caller], hidden: answers[name].hidden[caller] });
  });

  test('ReceiveStream is heard by those who asked for the device and see it', async () => {
    const device = await startDevice(server, mqttPort, STREAMING, demoGroup);
    await followByRun(server.app.database.read(systemScope('test')).db, {
      groupId: demoGroup,
      userId: viewerId,
      uid: STREAMING,
    });
    const consoles = await Promise.all(
      LISTENERS.flatMap((caller) =>
        [true, false].map(async (asks) => ({
          caller,
          asks,
          console: await openConsole(server, tokens.get(caller) ?? ''),
        })),
      ),
    );
    for (const { asks, console: opened } of consoles) if (asks) await opened.listen(STREAMING);
    await device.stream(7);
    await vi.waitFor(async () => expect(await readFigure(server, 'stream_frames', 'received')).toBe(1));
    await Promise.all(consoles.map(({ console: opened }) => opened.settle()));
    const heard = consoles.flatMap(({ caller, asks, console: opened }) => opened.seqs().map(() => ({ caller, asks })));
    for (const { console: opened } of consoles) opened.socket.disconnect();
    device.client.end(true);
    expect(heard).toEqual((['viewer', 'admin', 'superadmin'] as const).map((caller) => ({ caller, asks: true })));
  });
});

describe('the hubs', () => {
  test.each([
    ['nobody', 'unauthenticated'],
    ['expired', 'token-expired'],
  ] as const)('%s is refused by the agm hub', async (caller, code) => {
    await expect(connectAgm(server, tokens.get(caller))).rejects.toThrow(code);
  });

  test('the stream hub wants the cookie of the session, not a token', async () => {
    const response = await server.call('POST', '/api/session', { token: tokens.get('viewer') });
    const cookie = readCookie(response, 'waymark_stream') ?? '';
    (await connectStream(server, `waymark_stream=${cookie}`)).disconnect();
    await expect(connectStream(server, undefined)).rejects.toThrow('unauthenticated');
    await expect(connectStream(server, `waymark_stream=${tokens.get('viewer')}`)).rejects.toThrow('unauthenticated');
  });
});

/** The followed device after it moved to the other company; its path, run, follower, queue and records were the demo company's. */
describe('moved device', () => {
  /** Records stay with the company of their time; every other answer follows from the company that has the device now. */
  const ownRecords: Row = [401, 401, 404, 200, 200, 404];
  const ownRecordsOfAdmins: Row = [401, 401, 403, 200, 200, 404];
  const rows: Readonly<Record<string, Row>> = {
    'passages.readPassage': ownRecords,
    'passages.readPassageOfKind': ownRecords,
    'passages.findPassageUid': ownRecords,
    'passages.verifyPassage': ownRecordsOfAdmins,
    'passages.setVerification': ownRecordsOfAdmins,
    'passages.setPassageVerification': ownRecordsOfAdmins,
    'passages.updatePassageTime': ownRecordsOfAdmins,
    'passages.updatePassageTimeById': ownRecordsOfAdmins,
    'passages.deletePassage': ownRecordsOfAdmins,
    'passages.updateRunInfo': ownRecordsOfAdmins,
    'passages.clearRunInfo': ownRecordsOfAdmins,
    // The answer itself says which devices are of the company.
    'broadcast.createBroadcast': [401, 401, 403, 200, 403, 200],
    'reports.readDeviceReport': [401, 401, 403, 200, 403, 200],
    'reports.exportDeviceReport': [401, 401, 403, 200, 403, 200],
    'downloads.validateDownload': [401, 401, 403, 400, 403, 200],
    'downloads.validateFirmware': [401, 401, 403, 400, 403, 200],
    'downloads.startDownload': [401, 401, 403, 400, 403, 200],
    // The plan and the run are the old company's, and refuse the device.
    'paths.savePath': [401, 401, 403, 400, 400, 404],
    'runs.addRun': [401, 401, 403, 400, 400, 400],
    'runs.updateAgms': [401, 401, 403, 400, 400, 404],
    'runs.updateNotifications': ownAdmins,
    // They change the times and passages of a run, and not its devices.
    'finishedRuns.finishRun': ownAdmins,
    'finishedRuns.synchRun': ownAdmins,
  };

  /** The admin of the new company gets what the old one's got; the old company and its follower find no such device. */
  const derive = ([nobody, expired, viewer, admin, staff]: Row): Row => [
    nobody,
    expired,
    viewer === 200 ? 404 : viewer,
    404,
    staff,
    admin,
  ];
  /** Superadmins' routes answer as before. */
  const isForStaff = (row: Row) => row[CALLERS.indexOf('admin')] === 403;

  function namesDevice({ prepare, params, query, body, makeBody }: Entry): boolean {
    if (prepare === addPassage || prepare === addPassageOfRun) return true;
    return JSON.stringify([params?.(), query, body, makeBody?.()]).includes(String(FOLLOWED));
  }
  const naming = cases.filter(([, , entry]) => namesDevice(entry));

  async function must(caller: Caller, method: string, address: string, body?: unknown): Promise<void> {
    const response = await server.call(method, `/api${address}`, { token: tokens.get(caller), body });
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  }

  beforeAll(async () => {
    await must('admin', 'POST', '/pigrun/pigpath/add', { ...watchedPath, pathId: pigPath });
    await must('admin', 'POST', '/commands/queue', restart);
    await must('admin', 'DELETE', '/gateway?name=truck-1');
    await must('superadmin', 'POST', `/admin/apexagm/${FOLLOWED}`, { group: foreignGroup });
  });

  test('every exception of the table names the device', () => {
    expect(
      Object.keys(rows).filter((route) => !naming.some(([feature, name]) => route === `${feature}.${name}`)),
    ).toEqual([]);
    expect(naming.length).toBeGreaterThan(40 * CALLERS.length);
  });

  test.each(naming)('[W-060] %s.%s', async (feature, name, entry, caller) => {
    const row = rows[`${feature}.${name}`] ?? (isForStaff(entry.statuses) ? entry.statuses : derive(entry.statuses));
    const response = await callRoute(feature, name, entry, caller);
    await response.arrayBuffer();
    expect({ caller, status: response.status }).toEqual({ caller, status: row[CALLERS.indexOf(caller)] });
  });

  test.each(Object.keys(hearing) as EventName[])('[W-060] %s is not heard by its old company', async (name) => {
    const { audience, data, heardBy } = hearing[name];
    const about = audience() as { readonly groupId?: number };
    if (about.groupId === undefined) return;
    expect(heardBy).not.toContain('foreign admin');
    expect(await listHearing(name, { ...about, groupId: foreignGroup }, data)).toEqual(['foreign admin', 'superadmin']);
  });

  test('[W-060] neither hub lets the old company listen to it', async () => {
    for (const [caller, answer] of [
      ['viewer', 'device-not-found'],
      ['admin', 'device-not-found'],
      ['superadmin', undefined],
      ['foreign admin', undefined],
    ] as const) {
      const opened = await openConsole(server, tokens.get(caller) ?? '');
      expect((await opened.listen(FOLLOWED)) as { error?: string }).toMatchObject(
        answer === undefined ? { ok: true } : { error: answer },
      );
      opened.socket.disconnect();
    }
  });
});
