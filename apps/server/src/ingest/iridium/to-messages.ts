import { reject, type Decoded } from '@waymark/device-protocol/decode-failure';
import { expandBlock } from '@waymark/device-protocol/iridium/snippet-signal';
import type { SnippetBlock } from '@waymark/device-protocol/iridium/snippet-block';
import type { IridiumUplink } from '@waymark/device-protocol/iridium/uplink';
import { deviceInfoSchema } from '@waymark/device-protocol/mqtt/device-info';
import { passageSchema, type Passage } from '@waymark/device-protocol/mqtt/passage';
import { controlSettingsSchema, type ControlSettings } from '@waymark/device-protocol/mqtt/settings-response';
import type { Uid } from '@waymark/domain/ids';
import { succeed } from '@waymark/domain/result';
import type { z } from 'zod';
import type { DeviceMessage, DurableUplink } from '../device-message.ts';
import { modulateEnvelope } from './elf-carrier.ts';

// Converts satellite messages into the form of the cellular link, so that the receiver handles a single form.

type Said<Kind extends IridiumUplink['kind']> = Extract<IridiumUplink, { readonly kind: Kind }>;

const AFTER_PASSAGE_MS = 15_000;
const SAMPLING_RATE = 16.66667;
const RATE_MILLI_HZ = 16_667;
/** A snippet does not contain its sensitivity; its values are not scaled. */
const UNKNOWN_SENSITIVITY = 0;
const NOTHING_SAID: ControlSettings = controlSettingsSchema.parse({});

/** Without a fix the position is outdated: 0/0 means none. */
function locateHeartbeat({ hasGpsFix, lat, lon, altitude }: Said<'heartbeat'>) {
  return hasGpsFix ? { lat, lon, altitude } : { lat: 0, lon: 0, altitude: null };
}

function convertHeartbeat(said: Said<'heartbeat'>): DurableUplink[] {
  const { t, powerMode, recordMode, connectionSchedule, geoMode, psgSize } = said;
  const body = {
    t,
    via: 'cell' as const,
    ...locateHeartbeat(said),
    satelliteCount: said.satelliteCount,
    signalStrength: said.signalStrength,
    battery: said.battery,
    errorFlag: said.errorFlag,
    numberOfflineFiles: said.numberOfflineFiles,
    numberOnlineFiles: said.numberOnlineFiles,
    numberIridiumOfflineFiles: said.numberIridiumOfflineFiles,
    powerSupplyState: said.powerSupplyState,
    geophoneConnected: said.geophoneConnected,
    externalAntennaConnected: said.externalAntennaConnected,
    internalAntennaFoldState: said.internalAntennaFoldState,
  };
  const settings = { ...NOTHING_SAID, t, id: null, powerMode, recordMode, connectionSchedule, geoMode, psgSize };
  return [
    { name: 'hb', body },
    { name: 'settings', body: settings },
  ];
}

/** Adds the carrier to an envelope; signed samples already have it. */
function expandWaveform({ psgSeq, endOfSnip }: Passage, block: SnippetBlock): DurableUplink {
  const isEnvelope = block.channel === 'elf' && block.encoding === 'magnitude';
  const samples = isEnvelope ? modulateEnvelope(expandBlock(block)) : expandBlock(block);
  const body = { channel: block.channel, sensitivity: UNKNOWN_SENSITIVITY, rateMilliHz: RATE_MILLI_HZ, samples };
  return { name: 'waveform', psgSeq, endOfSnip, body };
}

/** Applies the limits of the cellular link: the satellite form can encode meaningless values. */
function checkBody<Schema extends z.ZodType>(schema: Schema, body: z.input<Schema>): Decoded<z.output<Schema>> {
  const parsed = schema.safeParse(body);
  return parsed.success ? succeed(parsed.data) : reject('field', parsed.error.issues[0]?.path.join('.') ?? 'unknown');
}

function convertPassage(said: Said<'passage'>): Decoded<DurableUplink[]> {
  const { seq, t, detectionCount, freq, mask, lat, lon, altitude, isOffline, blocks } = said;
  const { weldSpeedMps, audioBands } = said;
  const body = checkBody(passageSchema, {
    psgSeq: seq,
    t,
    endOfSnip: t + AFTER_PASSAGE_MS,
    detectionCount,
    freq,
    mask,
    lat,
    lon,
    alt: altitude,
    samplingRate: SAMPLING_RATE,
    isOffline,
    features: { snrDb: [...said.snrDb], widthS: [...said.widthS], weldSpeedMps, audioBands: [...audioBands] },
  });
  if (!body.ok) return body;
  return succeed([{ name: 'psg', body: body.value }, ...blocks.map((block) => expandWaveform(body.value, block))]);
}

function convertInfo({ kind: _kind, seq: _seq, ...said }: Said<'info'>): Decoded<DurableUplink[]> {
  const body = checkBody(deviceInfoSchema, { ...said, id: null });
  return body.ok ? succeed([{ name: 'info', body: body.value }]) : body;
}

function convertUplink(said: IridiumUplink): Decoded<DurableUplink[]> {
  switch (said.kind) {
    case 'heartbeat':
      return succeed(convertHeartbeat(said));
    case 'passage':
      return convertPassage(said);
    case 'settings':
      return succeed([{ name: 'settings', body: { ...said.settings, t: said.t, id: said.id } }]);
    case 'info':
      return convertInfo(said);
    case 'ack':
      return succeed([{ name: 'ack', body: { id: said.id, status: said.status, detail: said.detail, t: said.t } }]);
    case 'error':
      return succeed([{ name: 'err', body: { t: said.t, code: said.code, detail: said.detail } }]);
  }
}

/** Converts one satellite message into the messages to store together. */
export function toMessages(said: IridiumUplink, uid: Uid, receivedAt: number): Decoded<readonly DeviceMessage[]> {
  const uplinks = convertUplink(said);
  if (!uplinks.ok) return uplinks;
  return succeed(
    uplinks.value.map((uplink) => ({
      uid,
      link: 'iridium' as const,
      receivedAt,
      ...uplink,
      ...(uplink.name === 'waveform' && { isSnippet: true }),
      ...(uplink.name === 'hb' && said.kind === 'heartbeat' && { diskShare: said.diskUse }),
    })),
  );
}
