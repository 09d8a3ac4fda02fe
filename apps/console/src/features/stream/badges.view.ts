import type { DetectorName, DetectState, StreamStatus, WeldSpeed } from '@waymark/domain/stream/engine-types';
import type { GeoSpeedSettings, StreamSettings } from '@waymark/domain/stream/settings';
import { formatQuantity } from '@waymark/domain/units/quantity';
import { t } from '#/language/t.ts';

/** The shape of a badge's mark, so that the state is readable without colour. */
export type BadgeMark = DetectState | null;

export interface Badge {
  readonly name: string;
  readonly value: string;
  readonly mark: BadgeMark;
}

export const DETECTOR_NAMES: Readonly<Record<DetectorName, string>> = { mag: 'MAG', elf: 'ELF', geo: 'GEO' };
const STATE_WORDS: Readonly<Record<DetectState, string>> = { on: t('ON'), off: t('OFF'), detected: t('DETECTED') };
const DETECTORS: readonly DetectorName[] = ['mag', 'elf', 'geo'];

/** null: nothing is known yet. */
const NONE = '–';

export const describeHz = (hz: number): string => `${hz} Hz`;

export const describeSpeed = (speed: number, isMetric: boolean): string =>
  formatQuantity('speed', speed, isMetric ? 'metric' : 'us');

const plain = (name: string, value: string): Badge => ({ name, value, mark: null });

function listSpeedBadges({ Enable, WeldSpace, Metric }: GeoSpeedSettings, found: WeldSpeed | null): readonly Badge[] {
  if (!Enable) return [plain(t('Speed'), t('OFF'))];
  const weld = plain(t('Weld'), found ? `${found.intervalS.toFixed(2)} s` : NONE);
  if (WeldSpace === 0) return [weld, plain('', t('Weld Spacing Not Set'))];
  const speed = found?.metresPerSecond ?? null;
  return [weld, plain(t('Speed'), speed === null ? NONE : describeSpeed(speed, Metric))];
}

interface Shown {
  readonly rssiHz: number;
  readonly status: Pick<StreamStatus, 'detectors' | 'weldSpeed'>;
  readonly settings: Pick<StreamSettings, 'geoSpeed'>;
}

/** The badges that summarise the stream. */
export function listBadges({ rssiHz, status, settings }: Shown): readonly Badge[] {
  const detectors = DETECTORS.map((name) => {
    const state = status.detectors[name];
    return { name: DETECTOR_NAMES[name], value: STATE_WORDS[state], mark: state };
  });
  return [
    plain(t('Frequency'), describeHz(rssiHz)),
    ...detectors,
    ...listSpeedBadges(settings.geoSpeed, status.weldSpeed),
  ];
}

/** "2 frames lost"; null while none is. */
export function describeLost(frames: number): string | null {
  if (frames === 0) return null;
  return frames === 1 ? t('1 frame lost') : t('{number} frames lost', { number: frames });
}
