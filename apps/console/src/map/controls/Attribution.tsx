import styles from './Attribution.module.css';
import { useLayerChoice } from '../tiles/layer-choice.ts';
import { describeSources } from '../tiles/layer-words.ts';
import { useTileSettings } from '../tiles/tile-settings.ts';
import { useTileStatus } from '../tiles/tile-status.ts';

/** The sources of the map, at its lower right. */
export function Attribution() {
  const { tiles } = useTileSettings();
  const { base, isRadarShown } = useLayerChoice();
  const status = useTileStatus();
  const isRadarSeen = isRadarShown && status.radar === 'up';
  const words = describeSources({
    status: status.base,
    credit: tiles?.[base].attribution ?? '',
    radarCredit: isRadarSeen ? (tiles?.radar?.attribution ?? null) : null,
  });
  return words !== '' && <span className={styles.attribution}>{words}</span>;
}
