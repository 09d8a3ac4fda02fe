import { isDetectorFrequency, LEAST_HZ, MOST_HZ } from '@waymark/commands/detectors';
import { findCommandFault } from '@waymark/commands/commands';
import type { CommandTarget } from '@waymark/commands/gates';
import { t } from '#/language/t.ts';
import type { CommandOrder } from '../send-command.ts';

export interface DetectorDraft {
  /** null: neither reported by the device nor chosen by the user. */
  readonly isEnabled: boolean | null;
  /** As typed. */
  readonly hz: string;
  /** null: nothing is selected. */
  readonly sensitivity: number | null;
}

export interface DetectorsDraft {
  /** Four, by number. */
  readonly detectors: readonly DetectorDraft[];
  readonly isHighSpeed: boolean;
}

const MAG = 0;

export function isInRange(number: number, hz: string): boolean {
  return number === MAG || (/^\s*\d+\s*$/.test(hz) && isDetectorFrequency(Number(hz)));
}

/** Beside the detector: its frequency is fixed, or out of range. */
export function describeLimit(number: number, hz: string): string | null {
  if (number === MAG) return t('always 0');
  return isInRange(number, hz) ? null : `${LEAST_HZ}-${MOST_HZ}Hz`;
}

export function isEditable({ isEnabled }: DetectorDraft): boolean {
  return isEnabled === true;
}

export function canSendDetectors({ detectors }: DetectorsDraft): boolean {
  return detectors.every(({ hz }, number) => isInRange(number, hz));
}

export function changeDetector(draft: DetectorsDraft, number: number, change: Partial<DetectorDraft>): DetectorsDraft {
  return {
    ...draft,
    detectors: draft.detectors.map((detector, index) => (index === number ? { ...detector, ...change } : detector)),
  };
}

export function hasHighSpeedPulse(target: CommandTarget): boolean {
  return findCommandFault('FrequencySelect', { HighSpeedPulse: 1 }, target) === null;
}

export function toDetectorsOrder({ detectors, isHighSpeed }: DetectorsDraft, target: CommandTarget): CommandOrder {
  const fields = detectors.flatMap(({ hz, sensitivity, isEnabled }, number) => [
    [`frequency${number}`, number === MAG ? 0 : Number(hz)] as const,
    [`sensitivity${number}`, sensitivity] as const,
    [`enable${number}`, isEnabled ? 1 : 0] as const,
  ]);
  const pulse = hasHighSpeedPulse(target) && { HighSpeedPulse: isHighSpeed ? 1 : 0 };
  return { commandType: 'FrequencySelect', parameters: { ...Object.fromEntries(fields), ...pulse } };
}
