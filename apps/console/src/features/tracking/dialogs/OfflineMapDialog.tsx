import type { Zone } from '@waymark/domain/time/zone';
import { writeTime } from '@waymark/domain/time/zoned-text';
import { useZone } from '#/ui/clock/zones.ts';
import { useState } from 'react';
import { useUnits } from '#/features/units/units.ts';
import { nameRun, type RunDialogProps } from '#/features/runs/dialogs/run-dialog.ts';
import { t } from '#/language/t.ts';
import { planTiles, type TilePlan } from '#/map/saved/tiles-along.ts';
import { cancelSaving, removeMap, startSaving, useMapSaving } from '#/map/saved/save-map.ts';
import { useSavedAreas } from '#/map/saved/saved-areas.ts';
import type { SavedArea } from '#/map/saved/saved-map-database.ts';
import { Button } from '#/ui/button/Button.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { DialogError } from '#/ui/dialog/DialogFrame.tsx';
import { InfoDialog } from '#/ui/dialog/InfoDialog.tsx';
import { dialogHome } from '#/ui/dialog/use-dialog-chain.ts';
import { Warning } from '#/ui/state/Warning.tsx';
import styles from './OfflineMapDialog.module.css';

const BEYOND_M = 3219;
const BEYOND = { us: '2 mi', metric: '3.2 km' } as const;
const MOST_TILES = 4000;
const BYTES_PER_MB = 1_000_000;

const formatSize = ({ bytes }: SavedArea) => `${Math.max(0.1, bytes / BYTES_PER_MB).toFixed(1)} MB`;
const countTiles = (count: number) => t('{count} tile|{count} tiles', { count });
const describeArea = (area: SavedArea, zone: Zone) =>
  t('Saved {time}, {tiles} to zoom {zoom}, {size}', {
    time: writeTime(area.savedAt, zone),
    tiles: countTiles(area.tiles.length),
    zoom: area.zoom,
    size: formatSize(area),
  });

/** Saves the tiles of the installation's map files around the line of a run in this browser. */
export function OfflineMapDialog({ isOpen, tracked, blockedBecause, onClose }: RunDialogProps) {
  const { runId } = tracked.run;
  const zone = useZone(tracked.run.path.timeZone);
  const { served, areas } = useSavedAreas();
  const { job, error } = useMapSaving();
  const [plan] = useState(() =>
    planTiles(tracked.course.track.points, served, { beyondM: BEYOND_M, most: MOST_TILES }),
  );
  const own = areas.find((area) => area.runId === runId);
  const save = () => void startSaving({ runId, title: nameRun(tracked), plan, regions: served });
  return (
    <InfoDialog isOpen={isOpen} title={t('Map for Offline Use')} subtitle={nameRun(tracked)} onClose={onClose}>
      <div className={styles.body} {...dialogHome}>
        <PlanWords plan={plan} />
        {!window.isSecureContext && (
          <Warning>{t('Over plain http this browser cannot open the console without a connection.')}</Warning>
        )}
        {own && <p className={styles.own}>{describeArea(own, zone)}</p>}
        {error && <DialogError error={error} />}
        {job ? (
          <Progress title={job.order.title} saved={job.saved} total={job.order.plan.tiles.length} />
        ) : (
          <div className={styles.acts}>
            <Button
              look="primary"
              disabled={blockedBecause !== undefined || plan.tiles.length === 0}
              title={blockedBecause}
              onClick={save}
            >
              {own ? t('Save again') : t('Save map')}
            </Button>
            {own && <Button onClick={() => void removeMap(own)}>{t('Remove')}</Button>}
          </div>
        )}
        <OtherAreas areas={areas.filter((area) => area !== own)} />
      </div>
    </InfoDialog>
  );
}

function Progress({ title, saved, total }: { readonly title: string; readonly saved: number; readonly total: number }) {
  return (
    <div className={styles.acts}>
      <progress className={styles.progress} max={total} value={saved} aria-label={t('Map of {title}', { title })} />
      <span>{t('{number} of {total}', { number: saved, total: countTiles(total) })}</span>
      <Button onClick={cancelSaving}>{t('Cancel')}</Button>
    </div>
  );
}

function PlanWords({ plan: { tiles, zoom } }: { readonly plan: TilePlan }) {
  const units = useUnits();
  if (tiles.length === 0) return <p>{t('The map files of this installation do not reach the line of this run.')}</p>;
  return (
    <p>
      {t(
        'Roads, rivers and towns within {distance} of the line, to zoom {zoom}: {tiles}. They are deleted when you sign out.',
        { distance: BEYOND[units], zoom, tiles: countTiles(tiles.length) },
      )}
    </p>
  );
}

function OtherAreas({ areas }: { readonly areas: readonly SavedArea[] }) {
  if (areas.length === 0) return null;
  return (
    <section className={styles.others} aria-label={t('Maps of other runs')}>
      <h3>{t('Maps of other runs')}</h3>
      <ul>
        {areas.map((area) => (
          <li key={area.runId}>
            <span className={styles.title}>{area.title}</span>
            <span>{formatSize(area)}</span>
            <IconButton
              icon="trash"
              label={t('Remove map of {title}', { title: area.title })}
              onClick={() => void removeMap(area)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
