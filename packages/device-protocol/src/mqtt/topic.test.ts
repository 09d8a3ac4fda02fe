import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyU32 } from '../testing/arbitraries.ts';
import { anyUid } from '../testing/mqtt-arbitraries.ts';
import {
  ALL_UPLINKS,
  formatDeviceClientId,
  formatDownlinkFilter,
  formatRelayClientId,
  formatSharedUplinks,
  mayPublish,
  maySubscribe,
  parseClientId,
} from './access.ts';
import {
  CHANNELS,
  DOWNLINKS,
  formatDownlinkTopic,
  formatUplinkTopic,
  formatWaveformTopic,
  parseTopic,
  UPLINKS,
} from './topic.ts';

describe('topics', () => {
  it('topics have these texts', () => {
    expect(formatUplinkTopic(100_234, 'hb')).toBe('agm/v1/100234/up/hb');
    expect(formatWaveformTopic(100_234, 17, 'elf')).toBe('agm/v1/100234/up/psg/17/elf');
    expect(formatWaveformTopic(100_234, 17, 'elf', 1_795_181_218_120)).toBe(
      'agm/v1/100234/up/psg/17/elf/1795181218120',
    );
    expect(formatDownlinkTopic(100_234, 'cmd')).toBe('agm/v1/100234/dn/cmd');
    expect([ALL_UPLINKS, formatSharedUplinks('waymark')]).toEqual(['agm/v1/+/up/#', '$share/waymark/agm/v1/+/up/#']);
  });

  it('topics survive formatting and parsing', () => {
    fc.assert(
      fc.property(anyUid, anyU32, fc.constantFrom(...CHANNELS), (uid, psgSeq, channel) => {
        for (const name of UPLINKS)
          expect(parseTopic(formatUplinkTopic(uid, name))).toEqual({ ok: true, value: { direction: 'up', uid, name } });
        for (const name of DOWNLINKS)
          expect(parseTopic(formatDownlinkTopic(uid, name))).toEqual({
            ok: true,
            value: { direction: 'dn', uid, name },
          });
        expect(parseTopic(formatWaveformTopic(uid, psgSeq, channel))).toEqual({
          ok: true,
          value: { direction: 'up', uid, name: 'waveform', psgSeq, channel },
        });
        const endOfSnip = psgSeq + 1_000_000_000_000;
        expect(parseTopic(formatWaveformTopic(uid, psgSeq, channel, endOfSnip))).toEqual({
          ok: true,
          value: { direction: 'up', uid, name: 'waveform', psgSeq, channel, endOfSnip },
        });
      }),
    );
  });

  it.each([
    '',
    '/',
    'agm/v1',
    'agm/v2/1/up/hb',
    'AGM/v1/1/up/hb',
    '/agm/v1/1/up/hb',
    'agm/v1/1/up/hb/',
    'agm/v1/0/up/hb',
    'agm/v1/-1/up/hb',
    'agm/v1/01/up/hb',
    'agm/v1/1e3/up/hb',
    'agm/v1/1.0/up/hb',
    'agm/v1/100000000000000/up/hb',
    'agm/v1/+/up/hb',
    'agm/v1/1/up/#',
    'agm/v1/1/up/constructor',
    'agm/v1/1/dn/hb',
    'agm/v1/1/up/cmd',
    'agm/v1/1/up/psg/1',
    'agm/v1/1/up/psg/4294967296/elf',
    'agm/v1/1/up/psg/1/emf',
    'agm/v1/1/up/psg/1/elf/',
    'agm/v1/1/up/psg/1/elf/0',
    'agm/v1/1/up/psg/1/elf/1795181218120/1',
    'agm/v1/1/up/waveform',
    `agm/v1/1/up/${'x'.repeat(70_000)}`,
    'agm/v1/１/up/hb',
  ])('refuses %.40s', (topic) => {
    expect(parseTopic(topic)).toMatchObject({ ok: false, failure: { reason: 'topic' } });
  });

  it('any text is a topic or a failure', () => {
    const part = fc.constantFrom('agm', 'v1', '1', 'up', 'dn', 'psg', 'elf', 'hb', '+', '#', '', '__proto__');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('/')),
        ),
        (text) => {
          expect([true, false]).toContain(parseTopic(text).ok);
          expect(mayPublish(new Set([2]), text)).toBe(false);
          expect(maySubscribe(new Set([2]), text)).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('access on the broker', () => {
  const own = new Set([7]);

  it('a device publishes only the uplinks of its own uid', () => {
    expect(UPLINKS.every((name) => mayPublish(own, formatUplinkTopic(7, name)))).toBe(true);
    expect(mayPublish(own, formatWaveformTopic(7, 1, 'mag'))).toBe(true);
    expect(mayPublish(own, formatUplinkTopic(8, 'hb'))).toBe(false);
    expect(mayPublish(own, formatDownlinkTopic(7, 'cmd'))).toBe(false);
    expect(mayPublish(own, '$SYS/7')).toBe(false);
  });

  it('a device subscribes only to the downlinks of its own uid', () => {
    const filters = [formatDownlinkFilter(7), 'agm/v1/7/dn/+', 'agm/v1/7/dn/cmd', 'agm/v1/7/dn/dl', 'agm/v1/7/dn/time'];
    expect(filters.every((filter) => maySubscribe(own, filter))).toBe(true);
    const refused = [
      '#',
      '+/+/+/+/+',
      'agm/#',
      'agm/v1/+/dn/#',
      'agm/v1/7/#',
      'agm/v1/7/up/#',
      'agm/v1/8/dn/#',
      'agm/v1/7/dn',
      'agm/v1/7/dn/cmd/#',
      '$share/x/agm/v1/7/dn/#',
      'agm/v1/07/dn/#',
      ' agm/v1/7/dn/#',
    ];
    expect(refused.filter((filter) => maySubscribe(own, filter))).toEqual([]);
  });

  it('a relay acts for each of its uids and no other', () => {
    const bridged = new Set([7, 9]);
    expect([7, 8, 9].map((uid) => mayPublish(bridged, formatUplinkTopic(uid, 'hb')))).toEqual([true, false, true]);
    expect([7, 8, 9].map((uid) => maySubscribe(bridged, formatDownlinkFilter(uid)))).toEqual([true, false, true]);
  });

  it('client ids identify devices and relays', () => {
    expect(parseClientId(formatDeviceClientId(100_234))).toEqual({ kind: 'device', uid: 100_234 });
    expect(parseClientId(formatRelayClientId('truck-4.north'))).toEqual({ kind: 'relay', name: 'truck-4.north' });
    const others = [
      '',
      'agm-',
      'agm-0',
      'agm-1x',
      'agm-007',
      'AGM-1',
      'btgw-',
      'btgw-a/b',
      'btgw-a#',
      `btgw-${'x'.repeat(41)}`,
      'mqttjs_1',
    ];
    expect(others.map(parseClientId)).toEqual(others.map(() => null));
  });
});
