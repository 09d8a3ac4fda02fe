import type { Annotation, CapturedPassage, StreamStatus } from '@waymark/domain/stream/engine-types';
import { UTC, type Zone } from '@waymark/domain/time/zone';
import { writeCell } from '@waymark/domain/time/zoned-text';
import { t } from '#/language/t.ts';
import { DETECTOR_NAMES } from './badges.view.ts';

export interface Hold {
  readonly title: string;
  /** The detections with their times. */
  readonly detections: string;
  /** When the plots resume; empty if they do not resume by themselves. */
  readonly resume: string | null;
  readonly canSend: boolean;
}

interface Held {
  readonly status: Pick<StreamStatus, 'pause' | 'annotations'>;
  /** Held, or failed to arrive at the server. */
  readonly unsent: readonly CapturedPassage[];
  readonly sending: readonly CapturedPassage[];
  readonly maySend: boolean;
}

const describeDetection = ({ detector, at }: Annotation, zone: Zone) =>
  t('{detector} detection at {time}', {
    detector: DETECTOR_NAMES[detector],
    time: writeCell(at, zone, 'clock-millisecond'),
  });

function describeDetections(detections: readonly Annotation[], zone: Zone): string {
  return detections.length === 0 ? '' : `${detections.map((each) => describeDetection(each, zone)).join(', ')}.`;
}

function describeResume(pause: StreamStatus['pause'], now: number): string | null {
  if (pause?.reason !== 'detection') return null;
  return t('Plots resume in {seconds} s.', { seconds: Math.max(0, Math.ceil((pause.until - now) / 1000)) });
}

function titleHold({ sending, unsent }: Held): string {
  if (sending.length > 0) return t('Adding Web Passage');
  if (unsent.length > 0)
    return unsent.length === 1 ? t('Passage held.') : t('{number} passages held.', { number: unsent.length });
  return t('Plots paused.');
}

/**
 * Describes why the plots are paused after a detection and what the user can do; `now` is on the clock of the pause.
 */
export function describeHold(state: Held, now: number, zone: Zone = UTC): Hold | null {
  const { status, unsent, sending, maySend } = state;
  const { pause, annotations } = status;
  if (unsent.length === 0 && sending.length === 0 && pause?.reason !== 'detection') return null;
  const seen: readonly Annotation[] = sending.length > 0 ? sending : unsent.length > 0 ? unsent : annotations;
  return {
    title: titleHold(state),
    detections: describeDetections(seen, zone),
    resume: describeResume(pause, now),
    canSend: maySend && unsent.length > 0 && sending.length === 0,
  };
}
