import { COMMANDS } from '@waymark/commands/commands';
import { describe, expect, it } from 'vitest';
import {
  canSendDetectors,
  changeDetector,
  describeLimit,
  hasHighSpeedPulse,
  toDetectorsOrder,
  type DetectorsDraft,
} from './detectors.view.ts';

const draft: DetectorsDraft = {
  isHighSpeed: true,
  detectors: [
    { hz: '0', sensitivity: 4, isEnabled: true },
    { hz: '22', sensitivity: 4, isEnabled: true },
    { hz: '10', sensitivity: 0, isEnabled: false },
    { hz: '30', sensitivity: 6, isEnabled: false },
  ],
};
const target = (firmwareVersion: number | null) => ({ firmwareVersion, isIridium: false });

describe('the form of the detectors', () => {
  it('[C-082] requires 10 to 30 Hz for detectors 1 to 3', () => {
    for (const number of [1, 2, 3]) {
      expect(['10', '22', ' 30 '].map((hz) => describeLimit(number, hz))).toEqual([null, null, null]);
      for (const hz of ['9', '31', '', '22.5', '1e1', '-22', 'x']) expect(describeLimit(number, hz)).toBe('10-30Hz');
    }
  });

  it('[C-083] says that detector 0 always has 0', () => {
    expect(describeLimit(0, '0')).toBe('always 0');
    expect(toDetectorsOrder(changeDetector(draft, 0, { hz: '22' }), target(2.5)).parameters['frequency0']).toBe(0);
  });

  it('[C-085] canSendDetectors requires every frequency in range, also that of a disabled detector', () => {
    expect(canSendDetectors(draft)).toBe(true);
    for (const number of [1, 2, 3]) expect(canSendDetectors(changeDetector(draft, number, { hz: '34' }))).toBe(false);
  });

  it('changes one detector and keeps the others', () => {
    const changed = changeDetector(draft, 2, { isEnabled: true });
    expect(changed.detectors.map(({ isEnabled }) => isEnabled)).toEqual([true, true, true, false]);
    expect(changed.detectors[2]).toEqual({ hz: '10', sensitivity: 0, isEnabled: true });
  });

  it('[C-022, C-050] the detectors form offers and sends the high-speed pulse from firmware 2.6 only', () => {
    expect([2.5, 2.6, 10.71, null].map((firmware) => hasHighSpeedPulse(target(firmware)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(toDetectorsOrder(draft, target(2.5)).parameters).not.toHaveProperty('HighSpeedPulse');
    expect(toDetectorsOrder(draft, target(2.6)).parameters['HighSpeedPulse']).toBe(1);
    expect(toDetectorsOrder({ ...draft, isHighSpeed: false }, target(2.6)).parameters['HighSpeedPulse']).toBe(0);
  });

  it('sends all four detectors as the contract requires', () => {
    const order = toDetectorsOrder(draft, target(2.5));
    expect(order).toEqual({
      commandType: 'FrequencySelect',
      parameters: {
        frequency0: 0,
        frequency1: 22,
        frequency2: 10,
        frequency3: 30,
        sensitivity0: 4,
        sensitivity1: 4,
        sensitivity2: 0,
        sensitivity3: 6,
        enable0: 1,
        enable1: 1,
        enable2: 0,
        enable3: 0,
      },
    });
    expect(COMMANDS.FrequencySelect.parameters.safeParse(order.parameters).success).toBe(true);
  });
});
