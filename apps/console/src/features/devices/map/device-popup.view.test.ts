import { describe, expect, it } from 'vitest';
import { describeCharge, describeSignal } from './device-popup.view.ts';

describe('the popup of a device', () => {
  it('says volts and charge, and the signal with its unit', () => {
    expect(describeCharge(8620)).toBe('8.62 V, 80%');
    expect(describeCharge(6900)).toBe('6.90 V, empty');
    expect(describeSignal(-85)).toBe('-85 dBm');
  });

  it('says n/a for unknown values', () => {
    expect([describeCharge(null), describeSignal(null)]).toEqual(['n/a', 'n/a']);
  });
});
