import { listSilencesAt, type SilenceablePlace } from '@waymark/domain/alert/silence';
import type { Zone } from '@waymark/domain/time/zone';
import { describeCurrent } from '#/features/alerts/silence.view.ts';
import { useSilences } from '#/features/alerts/silences-store.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { useZone } from '#/ui/clock/zones.ts';
import styles from './SilencedLines.module.css';

interface SilencedLinesProps {
  readonly place: SilenceablePlace;
  readonly now: number;
  readonly line: Zone | undefined;
}

/** Says until when and why alerts of a place send no messages. */
export function SilencedLines({ place, now, line }: SilencedLinesProps) {
  const silences = useSilences((store) => store.silences);
  const zone = useZone(line);
  return listSilencesAt(silences, place, now).map((silence) => (
    <p key={silence.id} className={styles.line}>
      <Icon name="bellOff" size={14} stroke={1.7} />
      <span>{describeCurrent(silence, zone)}</span>
    </p>
  ));
}
