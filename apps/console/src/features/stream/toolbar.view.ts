import { RSSI } from '@waymark/domain/stream/rssi';
import { SPANS } from '@waymark/domain/stream/spans';
import { t } from '#/language/t.ts';
import { describeHz } from './badges.view.ts';
import type { SoundStatus } from './sound/stream-sound.ts';

export const SPAN_CHOICES = SPANS.map(({ seconds, label }) => ({ value: String(seconds), label: t(label) }));

/** "10 Hz", "10.5 Hz" … "30 Hz" */
export const RSSI_CHOICES = Array.from({ length: (RSSI.mostHz - RSSI.leastHz) / RSSI.stepHz + 1 }, (_, at) =>
  describeHz(RSSI.leastHz + at * RSSI.stepHz),
);

export const describeVolume = (db: number): string => `${db} dB`;

const SOUND_WORDS: Readonly<Record<SoundStatus, string>> = {
  stopped: t('Sound is off'),
  buffering: t('Sound comes when 2 s are there'),
  playing: t('Sound is on'),
  blocked: t('The browser plays sound after a click in this page'),
  unsupported: t('This browser plays no sound here; it needs a page with TLS'),
};

export const describeSound = (state: SoundStatus): string => SOUND_WORDS[state];
