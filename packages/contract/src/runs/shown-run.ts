import type { DotKind } from '@waymark/domain/run/draw-run';
import type { Due } from '@waymark/domain/run/estimate/due';
import type { MarkerKnowledge } from '@waymark/domain/run/estimate/knowledge';
import { RUN_STATUSES } from '@waymark/domain/run/estimate/status';
import type { ShownRun } from '@waymark/domain/run/show-run';
import { z } from 'zod';
import { utcMs } from '../devices/fields.ts';

// A run as wallboards and shared pages get it (domain/run/show-run): instants are UTC milliseconds, distances metres.

const distanceM = z.number().min(0);
/** Metres from the launch site, and UTC milliseconds. */
const point = z.tuple([z.number(), z.number()]).readonly();
const points = z.array(point).readonly();
/** Longitude, latitude. */
const linePoint = z.tuple([z.number(), z.number()]).readonly();
const places = z.array(linePoint).readonly();

const DUES = ['ahead', 'doubtful', 'due', 'heard', 'silent', 'unwatched', 'overdue'] as const satisfies readonly Due[];
const KNOWLEDGE = [
  'passed',
  'heard',
  'missed',
  'unwatched',
  'expected',
  'overdue',
] as const satisfies readonly MarkerKnowledge[];
const DOTS = [
  'verified',
  'manual',
  'unverified',
  'missed',
  'overdue',
  'unwatched',
] as const satisfies readonly DotKind[];

const arrival = z.object({
  name: z.string(),
  distanceM,
  due: z.enum(DUES),
  expectedAt: utcMs.nullable(),
  earliestAt: utcMs.nullable(),
  latestAt: utcMs.nullable(),
});

export const shownRun = z.object({
  pig: z.string(),
  /** The name of its path. */
  line: z.string(),
  timeZone: z.string(),
  status: z.enum([...RUN_STATUSES, 'received']),
  launchAt: utcMs.nullable(),
  receivedAt: utcMs.nullable(),
  lengthM: distanceM,
  pigM: distanceM,
  /** name null: a place set by a user. */
  confirmed: z.object({ name: z.string().nullable(), at: utcMs }).nullable(),
  lastHeard: z.object({ name: z.string(), at: utcMs, isVerified: z.boolean() }).nullable(),
  overdue: z.object({ name: z.string(), expectedAt: utcMs }).nullable(),
  next: arrival.nullable(),
  end: arrival.nullable(),
  markers: z.array(z.object({ name: z.string(), distanceM, state: z.enum(KNOWLEDGE).nullable() })).readonly(),
  chart: z.object({
    from: utcMs,
    to: utcMs,
    plan: points,
    tracked: points,
    expected: points,
    ahead: points,
    band: points,
    search: points,
    dots: z.array(z.object({ distanceM, at: utcMs, kind: z.enum(DOTS) })).readonly(),
  }),
  /** null: the coordinates are hidden. */
  places: z.object({ line: places, markers: places, pig: linePoint }).nullable(),
}) satisfies z.ZodType<ShownRun>;

const LAUNCH_AT = Date.UTC(2026, 2, 18);
const HOUR_MS = 3_600_000;
const PASSED_AT = LAUNCH_AT + 2 * HOUR_MS;
const END_AT = LAUNCH_AT + 14 * HOUR_MS;

export const exampleShownRun: z.output<typeof shownRun> = {
  pig: 'CLN-16-02',
  line: 'Cushing to Tulsa',
  timeZone: 'America/Chicago',
  status: 'on-its-way',
  launchAt: LAUNCH_AT,
  receivedAt: null,
  lengthM: 68_312,
  pigM: 16_600,
  confirmed: { name: 'AGM 01', at: PASSED_AT },
  lastHeard: { name: 'AGM 01', at: PASSED_AT, isVerified: true },
  overdue: null,
  next: null,
  end: {
    name: 'Tulsa',
    distanceM: 68_312,
    due: 'ahead',
    expectedAt: END_AT,
    earliestAt: END_AT - HOUR_MS,
    latestAt: END_AT + 2 * HOUR_MS,
  },
  markers: [
    { name: 'Cushing', distanceM: 0, state: null },
    { name: 'AGM 01', distanceM: 11_772, state: 'passed' },
    { name: 'Tulsa', distanceM: 68_312, state: null },
  ],
  chart: {
    from: LAUNCH_AT,
    to: END_AT + 3 * HOUR_MS,
    plan: [
      [0, LAUNCH_AT],
      [68_312, END_AT],
    ],
    tracked: [
      [0, LAUNCH_AT],
      [11_772, PASSED_AT],
    ],
    expected: [
      [11_772, PASSED_AT],
      [16_600, PASSED_AT + HOUR_MS],
    ],
    ahead: [
      [16_600, PASSED_AT + HOUR_MS],
      [68_312, END_AT],
    ],
    band: [],
    search: [],
    dots: [{ distanceM: 11_772, at: PASSED_AT, kind: 'verified' }],
  },
  places: {
    line: [
      [-96.767, 35.985],
      [-96.03, 36.13],
    ],
    markers: [
      [-96.767, 35.985],
      [-96.64, 36.01],
      [-96.03, 36.13],
    ],
    pig: [-96.59, 36.02],
  },
};
