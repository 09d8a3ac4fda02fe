import { describe, expect, it } from 'vitest';
import { SAMPLE_COMMANDS } from '../testing/mqtt-arbitraries.ts';
import type { Command } from '../mqtt/command.ts';
import { buildCommandDownlink } from './command-downlink.ts';
import { decodeIridiumDownlink, encodeIridiumDownlink } from './downlink.ts';

const NOW = 1_782_522_123_456;
const KEY = new Uint8Array(16);

function buildWindow(start: string, end: string) {
  const params = { FileNamesStartDate: start, FileNamesEndDate: end };
  return buildCommandDownlink({ id: 5, type: 'IridiumOfflineDownload', params, exp: null }, 9, NOW);
}

describe('buildCommandDownlink', () => {
  it('keeps the id of the command, and accepts only the satellite types', () => {
    const kinds = SAMPLE_COMMANDS.map((command) => {
      const built = buildCommandDownlink({ id: 5, exp: null, ...command } as Command, 9, NOW);
      if (!built.ok) return built.failure;
      const arrived = decodeIridiumDownlink(encodeIridiumDownlink(built.value, KEY), KEY);
      expect(arrived).toMatchObject({ ok: true, value: { id: 5, seq: 9, t: 1_782_522_123_000 } });
      return `${command.type}: ${built.value.kind}`;
    });
    expect([...new Set(kinds)].filter((kind) => kind !== 'not-for-satellite')).toEqual([
      'DeviceInfo: request',
      'ControlSettings: request',
      'IridiumSettings: settings',
      'IridiumOfflineDownload: offline-download',
      'IridiumExitOfflineDownload: exit-offline-download',
    ]);
  });

  it('keeps the queued settings', () => {
    const settings = {
      frequency1: 22,
      enable0: 1,
      enable1: 1,
      enable2: 0,
      enable3: 0,
      powerMode: 2,
      GeoMode: 1,
    } as const;
    const built = buildCommandDownlink({ id: 5, type: 'IridiumSettings', params: settings, exp: null }, 9, NOW);
    expect(built.ok && decodeIridiumDownlink(encodeIridiumDownlink(built.value, KEY), KEY)).toMatchObject({
      value: { settings },
    });
  });

  it('limits an offline window to ten minutes, and its end must be after its start', () => {
    expect(buildWindow('2026-06-27 01:00:00', '2026-06-27 01:10:00')).toMatchObject({
      ok: true,
      value: { startAt: Date.UTC(2026, 5, 27, 1), endAt: Date.UTC(2026, 5, 27, 1, 10) },
    });
    for (const end of ['2026-06-27 01:10:01', '2026-06-27 01:00:00', '2026-06-27 00:59:59', '2026-06-31 01:00:01']) {
      expect(buildWindow('2026-06-27 01:00:00', end)).toEqual({ ok: false, failure: 'not-a-window' });
    }
  });
});
