import { describe, expect, it } from 'vitest';
import { isImei } from '@waymark/device-protocol/directip/elements';
import { adaptScenario } from '../run-simulator.ts';
import { buildImei, planFleet } from './plan-fleet.ts';
import { parseScenario, readScenario } from './read-scenario.ts';

const minimal = { name: 'x', seed: 1, devices: [{ firstUid: 5, at: { lat: 36, lon: -96 } }] };
const parse = (scenario: object) => parseScenario(JSON.stringify(scenario), 'x');

describe('scenario file', () => {
  it.each(['demo', 'load', 'faults'])('%s is valid and can be planned', async (name) => {
    const plan = planFleet(await readScenario(name));
    expect(plan.devices.length).toBeGreaterThan(0);
    expect(new Set(plan.devices.map(({ profile }) => profile.uid)).size).toBe(plan.devices.length);
  });

  it('a minimal scenario gets defaults', () => {
    expect(planFleet(parse(minimal)).devices[0]?.profile).toMatchObject({
      uid: 5,
      lat: 36,
      lon: -96,
      heartbeatIntervalS: 300,
    });
  });

  it.each([
    [
      'an unknown line',
      { ...minimal, devices: [{ firstUid: 5, at: { line: 'nowhere' } }] },
      'the scenario has no line "nowhere"',
    ],
    [
      'a uid twice',
      {
        ...minimal,
        devices: [
          { count: 3, firstUid: 5, at: { lat: 1, lon: 1 } },
          { firstUid: 7, at: { lat: 1, lon: 1 } },
        ],
      },
      'uid 7 twice',
    ],
    ['no devices', { ...minimal, devices: [] }, 'devices'],
    ['a word it does not know', { ...minimal, colour: 'red' }, 'colour'],
    [
      'an invalid firmware',
      { ...minimal, devices: [{ firstUid: 5, at: { lat: 1, lon: 1 }, firmware: 'new' }] },
      'devices',
    ],
  ])('a scenario with %s is refused', (_, scenario, reason) => {
    expect(() => parse(scenario)).toThrow(reason);
  });

  it('a missing scenario is named', async () => {
    await expect(readScenario('nothing')).rejects.toThrow('cannot read scenario "nothing"');
  });
});

describe('demo scenario', () => {
  it('contains 84 devices: 66 cellular, 10 satellite, 8 Bluetooth, of both models and firmware from 2.2 to 10.80', async () => {
    const { devices } = planFleet(await readScenario('demo'));
    const count = (isOne: (device: (typeof devices)[number]) => boolean) => devices.filter(isOne).length;
    expect(devices).toHaveLength(84);
    expect(count(({ profile }) => profile.link === 'cellular')).toBe(66);
    expect(count(({ profile }) => profile.link === 'iridium')).toBe(10);
    expect(count(({ profile }) => profile.product === 'AGM10')).toBeGreaterThan(15);
    const firmwares = devices.map(({ profile: { firmware } }) => `${firmware.major}.${firmware.minor}`);
    expect(firmwares).toEqual(expect.arrayContaining(['2.2', '10.80', '9.6']));
    expect(count(({ shutDownForMs, silentForMs }) => shutDownForMs !== null || silentForMs !== null)).toBe(2);
    for (const mode of [0, 1, 2]) expect(count(({ settings }) => settings?.powerMode === mode)).toBeGreaterThan(3);
  });
});

describe('options', () => {
  const adapt = async (options: object, name = 'load') =>
    adaptScenario(await readScenario(name), {
      devices: undefined,
      kinds: undefined,
      rate: undefined,
      seed: undefined,
      ...options,
    });

  it('options make a fleet larger and smaller', async () => {
    expect(planFleet(await adapt({ devices: 5000 })).devices).toHaveLength(5000);
    expect(planFleet(await adapt({ devices: 7 })).devices).toHaveLength(7);
    expect(planFleet(await adapt({ devices: 20 }, 'demo')).devices).toHaveLength(20);
  });

  it('options set the heartbeat rate of the whole fleet', async () => {
    const { devices } = planFleet(await adapt({ devices: 1000, rate: 200 }));
    expect(devices[0]?.profile.heartbeatIntervalS).toBe(5);
  });

  it('options keep only some links', async () => {
    const { devices } = planFleet(await adapt({ kinds: ['iridium'] }, 'demo'));
    expect(devices).toHaveLength(10);
    await expect(adapt({ kinds: ['bluetooth'] })).rejects.toThrow('no bluetooth devices');
  });
});

describe('IMEI', () => {
  it('buildImei returns fifteen digits with a valid check digit', () => {
    expect(isImei(buildImei(100_401))).toBe(true);
    expect(buildImei(100_401)).not.toBe(buildImei(100_402));
    const weighted = Array.from(buildImei(100_401), (digit, at) => (at % 2 === 1 ? Number(digit) * 2 : Number(digit)));
    expect(weighted.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10).toBe(0);
  });
});
