import { describe, expect, it } from 'vitest';
import { axialField, radialField, turnedField } from './dipole.ts';

const RHO = 2;

describe('dipole field along the pipe', () => {
  it('the field is 100 nT per A m² and m³ at its nearest point', () => {
    expect(axialField(0, 1)).toBeCloseTo(-100, 9);
    expect(axialField(0, RHO)).toBeCloseTo(-100 / 8, 9);
  });

  it('the axial field has side lobes of a fifth, with nulls before them', () => {
    const nullAt = RHO * Math.SQRT1_2;
    expect(axialField(nullAt, RHO)).toBeCloseTo(0, 9);
    expect(axialField(-nullAt, RHO)).toBeCloseTo(0, 9);
    expect(axialField(1.2247 * RHO, RHO) / axialField(0, RHO)).toBeCloseTo(-0.202, 3);
  });

  it('the radial field is zero above the pig, between two lobes', () => {
    expect(radialField(0, RHO)).toBe(0);
    expect(radialField(RHO / 2, RHO)).toBeCloseTo(-radialField(-RHO / 2, RHO), 9);
    expect(Math.abs(radialField(RHO / 2, RHO) / axialField(0, RHO))).toBeCloseTo(0.86, 2);
    expect(radialField(RHO / 2, RHO)).toBeGreaterThan(radialField(0.55 * RHO, RHO));
    expect(radialField(RHO / 2, RHO)).toBeGreaterThan(radialField(0.45 * RHO, RHO));
  });

  it('a turned sensor measures a mix of both', () => {
    expect(turnedField(1, RHO, 0)).toBeCloseTo(axialField(1, RHO), 12);
    expect(turnedField(1, RHO, Math.PI / 2)).toBeCloseTo(radialField(1, RHO), 12);
  });
});
