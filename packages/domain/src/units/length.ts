// Lengths are stored in metres; users see feet and inches where the documents say so.
export type Metres = number & { readonly unit: 'm' };

export const FEET_PER_METRE = 3.2808;
export const INCHES_PER_METRE = 39.37;

export function metres(value: number): Metres {
  return value as Metres;
}

/** Feet in marker files and distances (K-006). Weld spacing uses its own factor 0.3048. */
export function feetToMetres(feet: number): Metres {
  return metres(feet / FEET_PER_METRE);
}

/** Pipeline diameters are entered in inches (K-005). */
export function inchesToMetres(inches: number): Metres {
  return metres(inches / INCHES_PER_METRE);
}
