import { SURROUNDINGS } from '@waymark/signals/disturbance';
import { Random } from '@waymark/signals/random';
import { buildFalsePassage } from '../passage/build-passage.ts';
import { HALF_RECORD_MS } from '../passage/passage-event.ts';
import type { Faults } from '../scenario/scenario.ts';
import { drawSiteOf } from './pig-traffic.ts';
import type { Timeline } from './timeline.ts';
import type { VirtualDevice } from './virtual-device.ts';

// Random events of a device at a steady rate: false triggers, errors, broken connections, garbage.

const HOUR_MS = 3_600_000;
const ERRORS_PER_HOUR = 1 / (20 * 24);
const RECONNECT_AFTER_MS = 15_000;
const GARBAGE_BYTES = 40;
const ERROR_CODES = [3, 7, 12, 21, 34] as const;

export interface MishapOptions {
  readonly timeline: Timeline;
  readonly seed: number;
  /** Multiples of the usual rate. */
  readonly falseTriggers: number;
  readonly errors: number;
}

function repeatAtRate(timeline: Timeline, perHour: number, random: Random, run: () => void): void {
  if (perHour <= 0) return;
  const planNext = () => {
    timeline.plan(timeline.now() + random.exponential(HOUR_MS / perHour), () => {
      run();
      planNext();
    });
  };
  planNext();
}

function breakConnection(device: VirtualDevice, timeline: Timeline): void {
  if (device.state.life !== 'online' || timeline.isReplaying) return;
  device.link.cut();
  timeline.plan(timeline.now() + RECONNECT_AFTER_MS, () => {
    if (device.state.life === 'calling') device.link.open();
  });
}

/** Garbage of faulty firmware in place of a heartbeat: truncated JSON, a field of the wrong type, or random bytes. */
function drawGarbage(random: Random): Uint8Array {
  const any = Uint8Array.from({ length: random.integer(1, GARBAGE_BYTES) }, () => random.integer(0, 255));
  const texts = ['{"t":1773792411000,"via":"cell","lat":36.02,"lon":-96.', '{"t":"2026-03-18 00:06:51","via":"cell"}'];
  return random.pick([any, ...texts.map((text) => new TextEncoder().encode(text))]);
}

function sayGarbage(device: VirtualDevice, random: Random): void {
  if (device.state.life !== 'online') return;
  const bytes = drawGarbage(random);
  device.link.sendGarbage(bytes).catch(() => undefined);
}

export function planMishaps(device: VirtualDevice, faults: Faults | null, options: MishapOptions): void {
  const { timeline, seed } = options;
  const random = new Random(`${seed}/mishaps/${device.uid}/${timeline.now()}`);
  const site = drawSiteOf(seed, device.uid);
  const falsePerHour = SURROUNDINGS[device.state.profile.site].falseTriggersPerHour * options.falseTriggers;
  const falseRandom = random.fork('false');
  repeatAtRate(timeline, falsePerHour, random.fork('when false'), () => {
    const at = Math.round(timeline.now()) - HALF_RECORD_MS;
    device.post({ kind: 'passage', event: buildFalsePassage(device.state, site, at, falseRandom.fork(at)) });
  });
  const errorRandom = random.fork('error');
  repeatAtRate(timeline, ERRORS_PER_HOUR * options.errors, random.fork('when error'), () =>
    device.post({ kind: 'error', code: errorRandom.pick(ERROR_CODES), detail: errorRandom.integer(0, 999) }),
  );
  if (!faults) return;
  repeatAtRate(timeline, faults.dropsPerHour, random.fork('when cut'), () => breakConnection(device, timeline));
  const garbage = random.fork('garbage');
  repeatAtRate(timeline, faults.garbagePerHour, random.fork('when garbage'), () => sayGarbage(device, garbage));
}
