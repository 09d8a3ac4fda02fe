import { ELF_DISTURBANCES } from './elf/elf-disturbance.ts';
import { GEO_DISTURBANCES } from './geo/geo-disturbance.ts';
import { MAG_DISTURBANCES } from './mag/mag-disturbance.ts';
import type { Random } from './random.ts';

/** A disturbance that triggers a channel falsely; `bg` is the site's own noise. */
export type Disturbance =
  | { readonly channel: 'elf'; readonly kind: keyof typeof ELF_DISTURBANCES }
  | { readonly channel: 'geo'; readonly kind: keyof typeof GEO_DISTURBANCES }
  | { readonly channel: 'mag'; readonly kind: keyof typeof MAG_DISTURBANCES };

type KindsOf<C extends Disturbance['channel']> = readonly (Disturbance & { readonly channel: C })['kind'][];
export const DISTURBANCE_KINDS: { readonly [C in Disturbance['channel']]: KindsOf<C> } = {
  elf: Object.keys(ELF_DISTURBANCES) as KindsOf<'elf'>,
  geo: Object.keys(GEO_DISTURBANCES) as KindsOf<'geo'>,
  mag: Object.keys(MAG_DISTURBANCES) as KindsOf<'mag'>,
};

export const SITE_CLASSES = ['road', 'powerline', 'farm', 'remote'] as const;
export type SiteClass = (typeof SITE_CLASSES)[number];

interface Surroundings {
  readonly falseTriggersPerHour: number;
  readonly usual: readonly [Disturbance, ...Disturbance[]];
}

/** The typical disturbances of each place and their rate; a kind listed twice is twice as frequent. */
export const SURROUNDINGS: Readonly<Record<SiteClass, Surroundings>> = {
  road: {
    falseTriggersPerHour: 0.5,
    usual: [
      { channel: 'mag', kind: 'vehicle' },
      { channel: 'mag', kind: 'vehicle' },
      { channel: 'geo', kind: 'vehicle' },
      { channel: 'geo', kind: 'vehicle' },
      { channel: 'elf', kind: 'vehicle' },
      { channel: 'geo', kind: 'steps' },
    ],
  },
  powerline: {
    falseTriggersPerHour: 0.3,
    usual: [
      { channel: 'elf', kind: 'line22' },
      { channel: 'elf', kind: 'line22' },
      { channel: 'elf', kind: 'step' },
      { channel: 'mag', kind: 'step' },
      { channel: 'geo', kind: 'wind' },
    ],
  },
  farm: {
    falseTriggersPerHour: 0.2,
    usual: [
      { channel: 'mag', kind: 'person' },
      { channel: 'mag', kind: 'bump' },
      { channel: 'geo', kind: 'steps' },
      { channel: 'geo', kind: 'pump' },
      { channel: 'geo', kind: 'knock' },
      { channel: 'elf', kind: 'shake' },
    ],
  },
  remote: {
    falseTriggersPerHour: 0.05,
    usual: [
      { channel: 'elf', kind: 'sferic' },
      { channel: 'geo', kind: 'thunder' },
      { channel: 'geo', kind: 'wind' },
      { channel: 'mag', kind: 'puls' },
    ],
  },
};

export function drawDisturbance(siteClass: SiteClass, random: Random): Disturbance {
  return random.pick(SURROUNDINGS[siteClass].usual);
}
