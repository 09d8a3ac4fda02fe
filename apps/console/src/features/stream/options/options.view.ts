import {
  weldsOf,
  type GeoSpeedSettings,
  type GraphingSettings,
  type NumAvg,
  type RealTimeSettings,
} from '@waymark/domain/stream/settings';

// The summary of each closed section, and the choices in it.

export const EXTENTS_CHOICES = [
  { value: 'extents', label: 'Extents' },
  { value: 'thresh', label: 'Thresh' },
] as const;

export const AVERAGE_CHOICES = ([1, 2, 3] as const).map((numAvg: NumAvg) => ({
  value: String(numAvg),
  label: `${weldsOf(numAvg)} welds`,
}));

export const unitOf = ({ Metric }: Pick<GeoSpeedSettings, 'Metric'>) => (Metric ? 'm' : 'ft');

const join = (parts: readonly (string | false)[], none: string) =>
  parts.filter((part) => part !== false).join(', ') || none;

export function summariseGraphing({ ShowMAG, ShowELF, ShowRaw }: GraphingSettings): string {
  return join([ShowMAG && 'MAG', ShowELF && 'ELF', ShowRaw && 'raw'], 'Nothing in EM');
}

export function summariseSpeed(speed: GeoSpeedSettings): string {
  if (!speed.Enable) return 'Speed OFF';
  if (speed.WeldSpace === 0) return 'Weld Spacing Not Set';
  return `${speed.WeldSpace} ${unitOf(speed)}, ${weldsOf(speed.NumAvg)} welds`;
}

export function summariseDetectors({ MagEn, ELFEn, GeoEn }: RealTimeSettings): string {
  return join([MagEn && 'MAG', ELFEn && 'ELF', GeoEn && 'GEO'], 'All off');
}

const METRES_PER_FOOT = 0.3048;
const MOST_SPACE = 99.9;

/** Converts the weld distance to the other unit, as precisely as the mask allows. */
export function setMetric(speed: GeoSpeedSettings, Metric: boolean): GeoSpeedSettings {
  if (speed.Metric === Metric) return speed;
  const space = Metric ? speed.WeldSpace * METRES_PER_FOOT : speed.WeldSpace / METRES_PER_FOOT;
  return { ...speed, Metric, WeldSpace: Math.min(Math.round(space * 10) / 10, MOST_SPACE) };
}
