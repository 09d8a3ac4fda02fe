import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Marker } from '@waymark/domain/path/marker';
import { changeMarker, restoreSkipped, type MarkerPatch } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { useCanWrite } from '#/live/online-store.ts';
import { goTo } from '#/map/map-commands.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { showError, showUndoable } from '#/ui/toast/toasts.ts';
import { changeRun, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { openRunDialog } from '#/features/runs/run-selection.ts';
import { t } from '#/language/t.ts';
import { useIsAdmin } from '#/features/notifications/current-user.data.ts';
import { listMarkerActs, type MarkerAct, type OfferedAct } from './marker-card.view.ts';
import styles from './MarkerCard.module.css';

interface MarkerActsProps {
  readonly run: Run;
  readonly marker: Marker;
}

/** The actions without a dialog. */
type DirectAct = 'unlink-uid' | 'toggle-state' | 'undo-skip';

const isDirect = (act: MarkerAct): act is DirectAct =>
  act === 'unlink-uid' || act === 'toggle-state' || act === 'undo-skip';

const undoSkip = (runId: number, name: string) => changeRun(runId, (run) => restoreSkipped(run, name));

async function skipMarker({ runId, pig }: Run, { name }: Marker): Promise<void> {
  await changeRun(runId, (run) => changeMarker(run, name, { state: 'SKIP' }));
  showUndoable(t('{name} changed to SKIP', { name }), pig, () => {
    undoSkip(runId, name).catch((cause: unknown) => showError({ message: UPDATE_FAILURE, cause }));
  });
}

function carryOutDirectly(act: DirectAct, run: Run, marker: Marker): Promise<void> {
  const patch = (part: MarkerPatch) => changeRun(run.runId, (current) => changeMarker(current, marker.name, part));
  if (act === 'unlink-uid') return patch({ linkedUid: null });
  if (act === 'undo-skip') return undoSkip(run.runId, marker.name);
  return marker.state === 'TRACK' ? skipMarker(run, marker) : patch({ state: 'TRACK' });
}

/** The actions on the marker that the user may perform. */
export function MarkerActs({ run, marker }: MarkerActsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const change = useMutation({
    mutationFn: (act: DirectAct) => carryOutDirectly(act, run, marker),
    meta: { isShownInPlace: true },
    onError: (cause) => showError({ message: UPDATE_FAILURE, cause }),
  });
  const acts = listMarkerActs(run, marker, { isAdmin: useIsAdmin() });
  const carryOut = (act: MarkerAct) => {
    if (isDirect(act)) change.mutate(act);
    else openRunDialog(run.runId, act);
  };
  const more = t('More of {marker}', { marker: marker.name });
  const isBlocked = ({ act }: OfferedAct) => act !== 'passages' && !canWrite;
  return (
    <div className={styles.acts}>
      {acts
        .filter(({ isSecondary }) => !isSecondary)
        .map((offered) => (
          <Button
            key={offered.act}
            size="small"
            look={offered.act === 'passages' ? 'quiet' : 'default'}
            disabled={isBlocked(offered)}
            title={isBlocked(offered) ? blockedBecause : undefined}
            isBusy={change.isPending && change.variables === offered.act}
            onClick={() => carryOut(offered.act)}
          >
            {offered.label}
          </Button>
        ))}
      <Menu position="top-end" width={190}>
        <Menu.Target>
          <IconButton icon="more" label={more} title={t('More')} isSmall isBoxed />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="place" />} onClick={() => goTo(marker.lat, marker.lon)}>
            {t('Go To Marker')}
          </Menu.Item>
          {acts
            .filter(({ isSecondary }) => isSecondary)
            .map((offered) => (
              <Menu.Item
                key={offered.act}
                leftSection={<Icon name="edit" />}
                disabled={isBlocked(offered)}
                title={blockedBecause}
                onClick={() => carryOut(offered.act)}
              >
                {offered.label}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
