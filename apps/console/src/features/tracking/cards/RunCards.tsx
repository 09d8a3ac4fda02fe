import { useElementSize } from '@mantine/hooks';
import { useRef, type CSSProperties } from 'react';
import { useIsMapLow, useMapRoom } from '#/map/camera/map-room.ts';
import { useLayerChoice } from '#/map/tiles/layer-choice.ts';
import { useRuns } from '#/features/runs/runs-store.ts';
import { useTracking } from '#/features/runs/run-selection.ts';
import { layCards } from './cards-layout.ts';
import { CardPages } from './CardPages.tsx';
import { MoreRuns } from './MoreRuns.tsx';
import { chooseShown } from './run-card.view.ts';
import { RunCard } from './RunCard.tsx';
import styles from './RunCards.module.css';
import { RunsFailure } from './RunsFailure.tsx';
import { useIsPhone } from '#/ui/window/use-is-phone.ts';
import { useTopRoom } from './use-top-room.ts';

/** A phone turns pages, up to this many. */
const MOST_PAGES = 6;

/** Space between a card and the map's lower edge, in px. */
const EDGE = 8;

function Cards({ mapWidth }: { readonly mapWidth: number }) {
  const row = useRef<HTMLDivElement>(null);
  const runs = useRuns((store) => store.runs);
  const chosenId = useTracking(({ runId, launchedId }) => runId ?? launchedId);
  const isPhone = useIsPhone();
  const isLow = useIsMapLow();
  const mapHeight = useMapRoom(({ height }) => height);
  const { count, left, top } = layCards(mapWidth, isLow);
  const shown = chooseShown(runs, chosenId, isPhone ? MOST_PAGES : count);
  const place = {
    '--cards-left': `${left}px`,
    '--cards-top': `${top}px`,
    '--card-room': `${mapHeight - top - EDGE}px`,
  } as CSSProperties;
  useTopRoom(row, true);
  return (
    <div ref={row} className={styles.cards} data-on-low-map={isLow || undefined} style={place}>
      <RunsFailure />
      {isPhone ? (
        <CardPages runs={shown} chosenId={chosenId} />
      ) : (
        <div className={styles.row}>
          {shown.map((tracked) => (
            <RunCard key={tracked.run.runId} tracked={tracked} isOneOfSeveral={runs.length > 1} />
          ))}
        </div>
      )}
      {runs.length > shown.length && <MoreRuns runs={runs} shown={shown} />}
    </div>
  );
}

/**
 * The active runs at the top of the map; nothing without any. On a phone the card for choosing a place replaces them.
 */
export function RunCards() {
  const { ref, width } = useElementSize();
  const areHidden = useLayerChoice(({ areRunsHidden }) => areRunsHidden);
  const isPlacing = useTracking(({ placeTool }) => placeTool !== null);
  const isPhone = useIsPhone();
  const isAnything = useRuns(({ runs, error }) => runs.length > 0 || error !== null);
  return (
    <div ref={ref} className={styles.area}>
      {isAnything && !areHidden && width > 0 && !(isPhone && isPlacing) && <Cards mapWidth={width} />}
    </div>
  );
}
