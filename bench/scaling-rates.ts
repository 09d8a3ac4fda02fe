// Message rates of a fleet over a simulated day: connected devices send heartbeats, sleeping devices wake by the clock,
// pigs pass devices, and once at noon all devices reconnect after a broker outage.
import { Random } from '@waymark/signals/random';

const DAY_S = 86_400;
const NOON_S = DAY_S / 2;
const HEARTBEAT_S = 300;
/** Share of all devices that sleep and wake on the hour, within their clock error. */
const SLEEPING_SHARE = 0.2;
const WAKE_EVERY_S = 3600;
const CLOCK_ERROR_S = 5;
/** Online, a heartbeat, and the announcement of sleep. */
const MESSAGES_OF_A_WAKING = 3;
/** Online, and a heartbeat. */
const MESSAGES_OF_A_CONNECTION = 2;
/** Devices reconnect at a random time within this period. */
const RECONNECT_WITHIN_S = 30;
/** Passages per device and day, each with its waveforms. */
const PASSAGES_A_DAY = 0.5;
const MESSAGES_OF_A_PASSAGE = 4;

export interface Rates {
  readonly meanPerS: number;
  readonly p99PerS: number;
  /** The busiest second of the day, without the storm. */
  readonly maxPerS: number;
  /** The busiest second after the outage. */
  readonly stormPerS: number;
  readonly connectionsPerS: number;
  readonly heartbeatsPerDay: number;
  readonly passagesPerDay: number;
}

class Day {
  readonly messages = new Uint32Array(DAY_S);
  heartbeats = 0;

  add(second: number, count: number): void {
    const at = Math.floor(second);
    if (at >= 0 && at < DAY_S) this.messages[at] = (this.messages[at] ?? 0) + count;
  }
}

function beat(day: Day, random: Random): void {
  // Quartz drift: some seconds a day.
  const period = HEARTBEAT_S * (1 + 5e-5 * random.normal());
  for (let t = random.unit() * period; t < DAY_S; t += period) {
    day.add(t, 1);
    day.heartbeats += 1;
  }
}

function wakeByTheClock(day: Day, random: Random): void {
  const error = CLOCK_ERROR_S * random.normal();
  for (let t = 0; t < DAY_S; t += WAKE_EVERY_S) {
    day.add(t + error, MESSAGES_OF_A_WAKING);
    day.heartbeats += 1;
  }
}

const maximum = (seconds: Uint32Array) => seconds.reduce((most, count) => Math.max(most, count), 0);

export function simulateRates(devices: number, seed = 'scaling'): Rates {
  const random = new Random(`${seed} ${devices}`);
  const day = new Day();
  const storm = new Uint32Array(RECONNECT_WITHIN_S);
  let passages = 0;
  for (let device = 0; device < devices; device++) {
    if (random.unit() < SLEEPING_SHARE) wakeByTheClock(day, random);
    else {
      beat(day, random);
      const at = Math.floor(random.unit() * RECONNECT_WITHIN_S);
      storm[at] = (storm[at] ?? 0) + 1;
    }
    if (random.unit() < PASSAGES_A_DAY) {
      passages += 1;
      day.add(random.unit() * DAY_S, MESSAGES_OF_A_PASSAGE);
    }
  }
  const sorted = day.messages.toSorted();
  const duringStorm = storm.map(
    (connections, at) => connections * MESSAGES_OF_A_CONNECTION + (day.messages[NOON_S + at] ?? 0),
  );
  return {
    meanPerS: day.messages.reduce((sum, count) => sum + count, 0) / DAY_S,
    p99PerS: sorted[Math.floor(DAY_S * 0.99)] ?? 0,
    maxPerS: maximum(day.messages),
    stormPerS: maximum(duringStorm),
    connectionsPerS: maximum(storm),
    heartbeatsPerDay: day.heartbeats,
    passagesPerDay: passages,
  };
}
