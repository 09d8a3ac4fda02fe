import { describe, expect, it } from 'vitest';
import { VOLUME } from './sound/sound-policy.ts';
import { describeSound, describeVolume, RSSI_CHOICES, SPAN_CHOICES } from './toolbar.view.ts';

describe('the choices of the toolbar', () => {
  it('[S-005] the toolbar offers six time spans', () => {
    expect(SPAN_CHOICES.map(({ label }) => label)).toEqual([
      '5 Seconds',
      '30 Seconds',
      '1 Minute',
      '5 Minutes',
      '10 Minutes',
      '30 Minutes',
    ]);
  });

  it('[S-015] the toolbar offers RSSI frequencies from 10 to 30 Hz, by half a Hz', () => {
    expect(RSSI_CHOICES).toHaveLength(41);
    expect([RSSI_CHOICES[0], RSSI_CHOICES[1], RSSI_CHOICES.at(-1)]).toEqual(['10 Hz', '10.5 Hz', '30 Hz']);
  });

  it('[S-012] the toolbar offers volumes from 0 to 60 dB', () => {
    expect([VOLUME.least, VOLUME.most]).toEqual([0, 60]);
    expect(describeVolume(20)).toBe('20 dB');
  });

  it('[S-011] the toolbar says whether sound is on or off', () => {
    expect([describeSound('playing'), describeSound('stopped')]).toEqual(['Sound is on', 'Sound is off']);
  });
});
