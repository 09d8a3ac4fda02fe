import { parseFirmware, type Firmware } from '@waymark/device-protocol/firmware';
import { Random } from '@waymark/signals/random';
import type { ToolKind } from '@waymark/signals/tool';
import type { DeviceProfile } from '../device/profile.ts';
import type { DeviceBeginning } from '../device/state.ts';
import { computeBearing, moveFrom, type Place } from '@waymark/domain/geo/great-circle';
import { layLine, locate, type Line } from '../line/line.ts';
import type { PigService } from '../pig/pig-run.ts';
import type { DeviceGroup, Faults, Scenario } from './scenario.ts';

export interface DevicePlan extends Omit<DeviceBeginning, 'now'> {
  readonly relay: string | null;
  readonly faults: Faults | null;
  readonly shutDownForMs: number | null;
  readonly silentForMs: number | null;
  readonly falseTriggers: number;
}

/** The resolved scenario: every device with its place, type and initial state. */
export interface FleetPlan {
  readonly name: string;
  readonly seed: number;
  readonly connectPerS: number;
  readonly errors: number;
  readonly packetsPerS: number;
  readonly lines: readonly Line[];
  readonly pigs: readonly PigService[];
  readonly devices: readonly DevicePlan[];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MISS_PROBABILITY = [0.02, 0.08] as const;
const FIRMWARE_WITHOUT_FORM: Firmware = { major: 10, minor: 80 };

function pickInTurn<Value>(values: readonly Value[], turn: number): Value {
  return values[turn % values.length] as Value;
}

/** 14 digits of type, maker and device, and the Luhn check digit. */
export function buildImei(uid: number): string {
  const digits = `300234${String(uid % 1e8).padStart(8, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Assigns places to the devices of each line: its markers in random order, then any place on it. */
class Sites {
  readonly #free = new Map<string, number[]>();
  readonly #lines: ReadonlyMap<string, Line>;
  readonly #random: Random;

  constructor(lines: readonly Line[], random: Random) {
    this.#random = random;
    this.#lines = new Map(lines.map((line) => [line.name, line]));
    for (const { name, markers } of lines) {
      const agms = markers
        .filter(({ kind }) => kind === 'AGM')
        .map(({ distanceM }) => ({ distanceM, rank: random.unit() }));
      this.#free.set(
        name,
        agms.toSorted((left, right) => left.rank - right.rank).map(({ distanceM }) => distanceM),
      );
    }
  }

  take(at: DeviceGroup['at'][number]): Place {
    if (!('line' in at))
      return moveFrom(at, this.#random.uniform(0, 360), at.radiusKm * 1000 * Math.sqrt(this.#random.unit()));
    const line = this.#lines.get(at.line);
    if (!line) throw new Error(`the scenario has no line "${at.line}"`);
    const distanceM = this.#free.get(at.line)?.pop() ?? this.#random.uniform(0, line.lengthM);
    const here = locate(line, distanceM);
    const across = computeBearing(here, locate(line, distanceM + 100)) + 90;
    return moveFrom(here, across, at.offsetM * this.#random.sign());
  }
}

function roundPlace({ lat, lon }: Place): Place {
  return { lat: Math.round(lat * 1e6) / 1e6, lon: Math.round(lon * 1e6) / 1e6 };
}

function buildProfile(
  scenario: Scenario,
  group: DeviceGroup,
  turn: number,
  place: Place,
  random: Random,
): DeviceProfile {
  const uid = group.firstUid + turn;
  return {
    uid,
    link: group.link,
    product: pickInTurn(group.product, turn),
    firmware: parseFirmware(pickInTurn(group.firmware, turn)) ?? FIRMWARE_WITHOUT_FORM,
    imei: group.link === 'iridium' ? buildImei(uid) : null,
    ...roundPlace(place),
    altitudeM: Math.round(random.uniform(200, 420)),
    site: pickInTurn(group.site, turn),
    heartbeatIntervalS: group.heartbeatIntervalS ?? scenario.heartbeatIntervalS,
    carrier: pickInTurn(group.carrier, turn),
    diskSizeMBytes: pickInTurn(group.diskMBytes, turn),
    hasSolarPanel: pickInTurn(group.solar, turn),
    hasExternalPower: pickInTurn(group.externalPower, turn),
    hasGeophone: pickInTurn(group.geophone, turn),
    hasExternalAntenna: random.chance(0.3),
    missProbability: group.missShare ?? random.uniform(...MISS_PROBABILITY),
  };
}

function planDevice(scenario: Scenario, group: DeviceGroup, turn: number, sites: Sites): DevicePlan {
  const uid = group.firstUid + turn;
  const at = pickInTurn(group.at, turn);
  const profile = buildProfile(scenario, group, turn, sites.take(at), new Random(`${scenario.seed}/device/${uid}`));
  return {
    profile,
    settings: {
      powerMode: pickInTurn(group.powerMode, turn),
      schedule: pickInTurn(group.schedule, turn),
      recordMode: pickInTurn(group.recordMode, turn),
      psgSize: turn % 2 === 0 ? 0 : 1,
    },
    batteryMv: pickInTurn(group.batteryMv, turn),
    disk: {
      otherMBytes: Math.round(pickInTurn(group.diskUse, turn) * profile.diskSizeMBytes),
      offlineFiles: pickInTurn(group.offlineFiles, turn),
      onlineFiles: pickInTurn(group.onlineFiles, turn),
    },
    relay: group.link === 'bluetooth' ? `${scenario.name}-relay-${Math.floor(turn / group.relaySize) + 1}` : null,
    faults: group.faults ?? scenario.faults ?? null,
    shutDownForMs: group.shutDownForH === undefined ? null : group.shutDownForH * HOUR_MS,
    silentForMs: group.silentForH === undefined ? null : group.silentForH * HOUR_MS,
    falseTriggers: group.falseTriggers ?? scenario.falseTriggers,
  };
}

export function planFleet(scenario: Scenario): FleetPlan {
  const lines = scenario.lines.map(layLine);
  const sites = new Sites(lines, new Random(`${scenario.seed}/sites`));
  return {
    name: scenario.name,
    seed: scenario.seed,
    connectPerS: scenario.connectPerS,
    errors: scenario.errors,
    packetsPerS: scenario.packetsPerS,
    lines,
    pigs: scenario.pigs.flatMap(({ line: name, tool, everyMin, offsetMin, ...pig }) => {
      const line = lines.find((candidate) => candidate.name === name);
      const [everyMs, offsetMs] = [everyMin * MINUTE_MS, offsetMin * MINUTE_MS];
      return line ? [{ ...pig, line, tool: tool as ToolKind, everyMs, offsetMs }] : [];
    }),
    devices: scenario.devices.flatMap((group) =>
      Array.from({ length: group.count }, (_, turn) => planDevice(scenario, group, turn, sites)),
    ),
  };
}

/** Keeps the first `count` devices of the groups, or grows the last group. */
export function resizeScenario(scenario: Scenario, count: number): Scenario {
  const total = scenario.devices.reduce((sum, group) => sum + group.count, 0);
  const last = scenario.devices.at(-1);
  if (!last || count >= total) {
    const grown = last ? [{ ...last, count: last.count + count - total }] : [];
    return { ...scenario, devices: [...scenario.devices.slice(0, -1), ...grown] };
  }
  let left = count;
  const devices = scenario.devices.flatMap((group) => {
    const taken = Math.min(left, group.count);
    left -= taken;
    return taken > 0 ? [{ ...group, count: taken }] : [];
  });
  return { ...scenario, devices };
}
