import { createAdministrationPart } from '../features/administration/administration.part.ts';
import { createAlertsPart } from '../features/alerts/alerts.part.ts';
import { createAuditPart } from '../features/audit/audit.part.ts';
import { createBroadcastPart } from '../features/broadcast/broadcast.part.ts';
import { createCalendarPart } from '../features/calendar/calendar.part.ts';
import { createCommandsPart } from '../features/commands/commands.part.ts';
import { createCredentialsPart } from '../features/credentials/credentials.part.ts';
import { createDevicesPart } from '../features/devices/devices.part.ts';
import { createDownloadSessionsPart } from '../features/download-sessions/download-sessions.part.ts';
import { createDownloadsPart } from '../features/downloads/downloads.part.ts';
import { createEventHooksPart } from '../features/event-hooks/event-hooks.part.ts';
import { createGroundPart } from '../features/ground/ground.part.ts';
import { createHealthPart } from '../features/health/health.part.ts';
import { createHistoryPart } from '../features/history/history.part.ts';
import { DemoMailbox } from '../features/outbox/demo-mailbox.ts';
import { createOnCallPart } from '../features/on-call/on-call.part.ts';
import { createOutboxPart } from '../features/outbox/outbox.part.ts';
import { createPassagesPart } from '../features/passages/passages.part.ts';
import { createPathsPart } from '../features/paths/paths.part.ts';
import { createReachPart } from '../features/reach/reach.part.ts';
import { createRecordsPart } from '../features/records/records.part.ts';
import { createRejectionsPart } from '../features/rejections/rejections.part.ts';
import { createReportMailsPart } from '../features/report-mails/report-mails.part.ts';
import { Press } from '../features/reports/files/press.ts';
import { createReportsPart } from '../features/reports/reports.part.ts';
import { createRunsPart } from '../features/runs/runs.part.ts';
import { createScoringPart } from '../features/scoring/scoring.part.ts';
import { createSessionPart } from '../features/session/session.part.ts';
import { createSharesPart } from '../features/shares/shares.part.ts';
import { createShiftPart } from '../features/shift/shift.part.ts';
import { createSilencesPart } from '../features/silences/silences.part.ts';
import { createStreamingPart } from '../features/streaming/streaming.part.ts';
import { createSystemPart } from '../features/system/system.part.ts';
import { createTextMessagesPart } from '../features/text-messages/text-messages.part.ts';
import { createToolsPart } from '../features/tools/tools.part.ts';
import { createWallboardsPart } from '../features/wallboards/wallboards.part.ts';
import { createWebhooksPart } from '../features/webhooks/webhooks.part.ts';
import { createIngestPart } from '../ingest/ingest.part.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../hub/clock.ts';
import type { Hub } from '../hub/hub.ts';
import type { DiskSpace } from '../platform/disk-space.ts';
import type { HostCheck } from '../platform/http/own-host.ts';
import type { Context } from '../platform/part.ts';
import { readCommit, VERSION } from '../platform/version.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '../demo/demo-sign-ins.ts';

interface PartOptions extends Context {
  readonly config: Config;
  /** The id of this node, new at each start. */
  readonly nodeId: string;
  /** Limit of connections of devices and relays. */
  readonly maxConnections: number;
  readonly disk: DiskSpace;
  readonly dataDir: string;
  readonly isOwnOrigin: (origin: string | undefined, host: string | undefined) => boolean;
  readonly isOwnHost: HostCheck;
  readonly isDraining: () => boolean;
  /** The clock that runs use. */
  readonly clock: Clock | undefined;
  /** Returns the hub, which opens after the parts are created. */
  readonly hub: () => Hub;
}

/** The parts that write messages, send them and take answers. */
async function createMessageParts(
  options: PartOptions,
  { fillLink }: Pick<Awaited<ReturnType<typeof createSessionPart>>, 'fillLink'>,
) {
  const mailbox = new DemoMailbox();
  const alerts = createAlertsPart(options);
  const reach = await createReachPart(options);
  const { makeAnswerToken, acknowledgeByText } = alerts;
  const textMessages = createTextMessagesPart({ ...options, acknowledgeByText });
  const { texts } = textMessages;
  const outbox = createOutboxPart({ ...options, mailbox, texts, push: reach.push, fillLink, makeAnswerToken });
  return { alerts, reach, outbox, textMessages, mailbox };
}

/** The parts that write documents. Those of a node are printed one after the other. */
function createDocumentParts(options: PartOptions) {
  const press = new Press();
  return [
    createReportsPart({ ...options, press }),
    createReportMailsPart(options),
    createCalendarPart(options),
    createShiftPart({ ...options, press }),
  ] as const;
}

/** Creates all parts of the server. `all` lists the features in start order. */
export async function createParts(options: PartOptions) {
  const { config, nodeId, hub } = options;
  const session = await createSessionPart(options);
  const records = await createRecordsPart(options);
  const streaming = createStreamingPart(options);
  const runs = createRunsPart(options);
  const commands = createCommandsPart(options);
  const ingest = await createIngestPart({ ...options, onStream: streaming.takeFrame, deliveries: commands.deliveries });
  const { alerts, reach, outbox, textMessages, mailbox } = await createMessageParts(options, session);
  const ground = await createGroundPart({ ...options, groundPath: config.groundPath });
  const health = createHealthPart({
    ...options,
    mapFaults: ground.faults,
    node: { id: nodeId, name: config.links.nodeName, version: VERSION, commit: readCommit() },
    redis: () => hub().redis(),
    broker: () => ingest.broker,
    activeRuns: runs.countActive,
    consoles: () => hub().connections().agm,
    deviceConnections: () => ingest.connections,
    waitingPackets: () => ingest.pending,
  });
  const all = [
    session,
    records,
    runs,
    alerts,
    createSilencesPart(options),
    createWallboardsPart({ ...options, activeRuns: () => runs.active.values() }),
    createSharesPart({ ...options, courseOf: (run) => runs.active.courseOf(run) }),
    createOnCallPart(options),
    reach,
    outbox,
    createScoringPart(options),
    createAdministrationPart(options),
    createDevicesPart(options),
    createCredentialsPart(options),
    createHistoryPart(options),
    createPassagesPart(options),
    commands,
    createBroadcastPart(options),
    createDownloadsPart(options),
    createDownloadSessionsPart(options),
    createPathsPart(options),
    createToolsPart(options),
    ...createDocumentParts(options),
    textMessages,
    createWebhooksPart({ ...options, receiveWebhook: ingest.receiveWebhook }),
    createEventHooksPart(options),
    createAuditPart(options),
    createRejectionsPart(options),
    health,
    ground,
    createSystemPart({
      ...options,
      settings: describeConsoleSettings(config),
      findDemoMail: (key) => mailbox.findText(key),
    }),
  ] as const;
  return { all, session, runs, streaming, ingest, health };
}

export type Parts = Awaited<ReturnType<typeof createParts>>;

/** The settings that a console reads before its user signs in. */
function describeConsoleSettings(config: Config) {
  const signIns = DEMO_SIGN_INS.map(({ label, email }) => ({ label, email, password: DEMO_PASSWORD }));
  return {
    supportUrl: config.supportUrl,
    externalSignIn: config.externalProvider ? { name: config.externalProvider.name } : null,
    demo: config.isDemo ? { signIns } : null,
    tiles: { ...config.tiles, radar: config.tiles.radar.urls.length > 0 ? config.tiles.radar : null },
  };
}
