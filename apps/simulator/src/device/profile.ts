import type { Firmware } from '@waymark/device-protocol/firmware';

// Type and place of a device, constant while the fleet runs.

export const PRODUCT_NUMBERS = { AGM10: 18, AGM20: 62 } as const;
export type Product = keyof typeof PRODUCT_NUMBERS;

export const LINK_KINDS = ['cellular', 'bluetooth', 'iridium'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** Noise of the place, which determines the rate of false triggers. */
export const SITES = ['road', 'powerline', 'farm', 'remote'] as const;
export type Site = (typeof SITES)[number];

export interface DeviceProfile {
  readonly uid: number;
  readonly link: LinkKind;
  readonly product: Product;
  readonly firmware: Firmware;
  /** Only satellite devices have one. */
  readonly imei: string | null;
  readonly lat: number;
  readonly lon: number;
  readonly altitudeM: number;
  readonly site: Site;
  readonly heartbeatIntervalS: number;
  readonly carrier: string;
  readonly diskSizeMBytes: number;
  readonly hasSolarPanel: boolean;
  readonly hasExternalPower: boolean;
  readonly hasGeophone: boolean;
  readonly hasExternalAntenna: boolean;
  /** Probability that a passing pig leaves no record. */
  readonly missProbability: number;
}
