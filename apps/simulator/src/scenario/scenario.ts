import { firmwareText } from '@waymark/device-protocol/firmware';
import { powerMode, recordMode, scheduleIndex } from '@waymark/commands/fields';
import { MAX_UID } from '@waymark/device-protocol/mqtt/topic';
import { LIMITS } from '@waymark/domain/path/pig-path';
import { TOOL_KINDS } from '@waymark/signals/tool';
import { z } from 'zod';
import { LINK_KINDS, PRODUCT_NUMBERS, SITES, type Product } from '../device/profile.ts';

// The format of a scenario file. Each property of a group is one value or a list that its devices use in turn.

const inTurn = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema.transform((value) => [value]), z.array(schema).min(1)]);

const place = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });
const share = z.number().min(0).max(1);

/** Rates of faults: per message, or per device and hour. */
const faultsSchema = z.strictObject({
  dropsPerHour: z.number().min(0).default(0),
  garbagePerHour: z.number().min(0).default(0),
  duplicateShare: share.default(0),
  delayShare: share.default(0),
  delayS: z.number().positive().default(30),
  zeroPositionShare: share.default(0),
  wrongClockShare: share.default(0),
  wrongClockS: z.number().default(86_400),
  /** Share of acknowledgements that are lost although the command was executed. */
  ackLossShare: share.default(0),
  /** Share of commands after whose acknowledgement the device reboots. */
  rebootShare: share.default(0),
  /** Share of passages that are recorded but not reported until they are downloaded. */
  passageLossShare: share.default(0),
  /** Shares of download packets that are lost without notice, duplicated, or overtaken by later ones. */
  packetLossShare: share.default(0),
  packetDuplicateShare: share.default(0),
  packetDelayShare: share.default(0),
  packetDelayS: z.number().positive().default(0.5),
  /** Share of packets after which the connection breaks, and the time until it is back. */
  packetBreakShare: share.default(0),
  packetBreakS: z.number().positive().default(10),
});
export type Faults = z.output<typeof faultsSchema>;
export const NO_FAULTS: Faults = faultsSchema.parse({});

/** Continuous runs on the server, one after the other. */
const runsSchema = z.strictObject({
  /** Adds a rule with medium "none" for every user of the company: nothing is really sent. */
  notifies: z.boolean().default(false),
  /** Share of the way that the first pig would have gone at the expected speed when the simulator starts. */
  startsAtShare: share.default(0.42),
});

/** The path saved for a line. Its pigs are those of the server's runs; the timetable only applies to the past. */
const pathSchema = z.strictObject({
  pigs: z.array(z.string().min(1).max(100)).min(1).max(LIMITS.pigs),
  notes: z.string().max(LIMITS.notes).default(''),
  /** Left out: only users launch here. */
  runs: runsSchema.optional(),
  /** Every pig of the server's runs stands still at this share of the way. */
  stop: z.strictObject({ atShare: share, forH: z.number().positive() }).optional(),
  /** Markers beyond this share of the way do not verify automatically. */
  verifiedShare: share.default(1),
  /** Enters the last pig of the timetable as a completed run when the fleet is new. */
  isPastEntered: z.boolean().optional(),
});

const lineSchema = z.strictObject({
  name: z.string().min(1).max(60),
  fluid: z.enum(['liquid', 'gas']),
  diameterIn: z.number().positive(),
  from: place,
  to: place,
  seed: z.int(),
  path: pathSchema.optional(),
});

/** Pigs of a line, launched at fixed times: multiples of the interval since 1970, plus the offset. */
const pigSchema = z.strictObject({
  line: z.string(),
  tool: z.enum(TOOL_KINDS as [string, ...string[]]),
  expectedMps: z.number().min(0.05).max(8.9),
  everyMin: z.number().min(10),
  offsetMin: z.number().min(0).default(0),
  /** Simulates only every n-th pig before the start. */
  keepEvery: z.int().positive().default(1),
});

const placement = z.union([
  z.strictObject({ line: z.string(), offsetM: z.number().min(0).default(8) }),
  z.strictObject({ ...place.shape, radiusKm: z.number().min(0).default(0) }),
]);

const groupSchema = z.strictObject({
  count: z.int().positive().default(1),
  firstUid: z.int().positive().max(MAX_UID),
  link: z.enum(LINK_KINDS).default('cellular'),
  at: inTurn(placement),
  product: inTurn(z.enum(Object.keys(PRODUCT_NUMBERS) as [Product, ...Product[]])).default(['AGM20']),
  firmware: inTurn(firmwareText).default(['10.80']),
  powerMode: inTurn(powerMode).default([0]),
  schedule: inTurn(scheduleIndex).default([0]),
  recordMode: inTurn(recordMode).default([1]),
  site: inTurn(z.enum(SITES)).default(['remote']),
  carrier: inTurn(z.string().max(64)).default(['Prairie Wireless']),
  batteryMv: inTurn(z.int().min(6000).max(9400)).default([8900]),
  solar: inTurn(z.boolean()).default([false]),
  externalPower: inTurn(z.boolean()).default([false]),
  geophone: inTurn(z.boolean()).default([true]),
  diskMBytes: inTurn(z.int().positive()).default([4096]),
  diskUse: inTurn(share).default([0.01]),
  offlineFiles: inTurn(z.int().min(0)).default([0]),
  onlineFiles: inTurn(z.int().min(0)).default([0]),
  heartbeatIntervalS: z.number().positive().optional(),
  /** Bluetooth: devices per relay. */
  relaySize: z.int().positive().default(4),
  /** Hours since its shutdown or its last report. */
  shutDownForH: z.number().positive().optional(),
  silentForH: z.number().positive().optional(),
  /** Instead of the scenario's. */
  falseTriggers: z.number().min(0).optional(),
  /** Share of the pigs that it does not hear; left out: drawn. */
  missShare: share.optional(),
  faults: faultsSchema.optional(),
});
export type DeviceGroup = z.output<typeof groupSchema>;

export const scenarioSchema = z
  .strictObject({
    name: z.string().regex(/^[\w-]{1,24}$/),
    about: z.string().max(400).default(''),
    seed: z.int(),
    heartbeatIntervalS: z.number().positive().default(300),
    /** New connections per second at the start. */
    connectPerS: z.number().positive().default(100),
    /** Multiples of the usual rates of false triggers and device errors. */
    falseTriggers: z.number().min(0).default(1),
    errors: z.number().min(0).default(1),
    /** Download throughput of a modem, packets per second. */
    packetsPerS: z.number().positive().default(12),
    lines: z.array(lineSchema).default([]),
    pigs: z.array(pigSchema).default([]),
    devices: z.array(groupSchema).min(1),
    faults: faultsSchema.optional(),
  })
  .check((context) => {
    const { lines, pigs, devices } = context.value;
    const known = new Set(lines.map(({ name }) => name));
    const places = devices.flatMap(({ at }) => at);
    const named = [...pigs, ...places].flatMap((item) => ('line' in item ? [item.line] : []));
    for (const name of named) {
      if (!known.has(name))
        context.issues.push({ code: 'custom', message: `the scenario has no line "${name}"`, input: name });
    }
    const uids = new Set<number>();
    for (const { firstUid, count } of devices) {
      for (let uid = firstUid; uid < firstUid + count; uid++) {
        if (uids.has(uid)) context.issues.push({ code: 'custom', message: `uid ${uid} twice`, input: uid });
        uids.add(uid);
      }
    }
  });
export type Scenario = z.output<typeof scenarioSchema>;
