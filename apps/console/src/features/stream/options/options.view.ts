import {
  weldsOf,
  type GeoSpeedSettings,
  type GraphingSettings,
  type NumAvg,
  type RealTimeSettings,
} from '@waymark/domain/stream/settings';
import { t } from '#/language/t.ts';

// The summary of each closed section, and the choices in it.

export const EXTENTS_CHOICES = [
  { value: 'extents', label: t('Extents') },
  { value: 'thresh', label: t('Thresh') },
] as const;

export const AVERAGE_CHOICES = ([1, 2, 3] as const).map((numAvg: NumAvg) => ({
  value: String(numAvg),
  label: t('{number} welds', { number: weldsOf(numAvg) }),
}));

export const unitOf = ({ Metric }: Pick<GeoSpeedSettings, 'Metric'>) => (Metric ? 'm' : 'ft');

const join = (parts: readonly (string | false)[], none: string) =>
  parts.filter((part) => part !== false).join(', ') || none;

export function summariseGraphing({ ShowMAG, ShowELF, ShowRaw }: GraphingSettings): string {
  return join([ShowMAG && 'MAG', ShowELF && 'ELF', ShowRaw && t('raw')], t('Nothing in EM'));
}

export function summariseSpeed(speed: GeoSpeedSettings): string {
  if (!speed.Enable) return t('Speed OFF');
  if (speed.WeldSpace === 0) return t('Weld Spacing Not Set');
  return `${speed.WeldSpace} ${unitOf(speed)}, ${t('{number} welds', { number: weldsOf(speed.NumAvg) })}`;
}

export function summariseDetectors({ MagEn, ELFEn, GeoEn }: RealTimeSettings): string {
  return join([MagEn && 'MAG', ELFEn && 'ELF', GeoEn && 'GEO'], t('All off'));
}

const METRES_PER_FOOT = 0.3048;
const MOST_SPACE = 99.9;

/** Converts the weld distance to the other unit, as precisely as the mask allows. */
export function setMetric(speed: GeoSpeedSettings, Metric: boolean): GeoSpeedSettings {
  if (speed.Metric === Metric) return speed;
  const space = Metric ? speed.WeldSpace * METRES_PER_FOOT : speed.WeldSpace / METRES_PER_FOOT;
  return { ...speed, Metric, WeldSpace: Math.min(Math.round(space * 10) / 10, MOST_SPACE) };
}
