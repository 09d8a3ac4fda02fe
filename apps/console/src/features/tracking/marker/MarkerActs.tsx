import { Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Marker } from '@waymark/domain/path/marker';
import { changeMarker, type MarkerPatch } from '@waymark/domain/run/changes/changes';
import type { Run } from '@waymark/domain/run/run';
import { useCanWrite } from '#/live/use-can-write.ts';
import { goTo } from '#/map/map-commands.ts';
import { Button } from '#/ui/button/Button.tsx';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import { changeRun, UPDATE_FAILURE } from '#/features/runs/change-run.ts';
import { openRunDialog } from '#/features/runs/run-selection.ts';
import { useIsAdmin } from '../use-is-admin.ts';
import { listMarkerActs, type MarkerAct, type OfferedAct } from './marker-card.view.ts';
import { skipMarker, undoSkip, useSkippedMarker } from './skipped-markers.ts';
import styles from './MarkerCard.module.css';

interface MarkerActsProps {
  readonly run: Run;
  readonly marker: Marker;
}

/** The actions without a dialog. */
type DirectAct = 'unlink-uid' | 'toggle-state' | 'undo-skip';

const isDirect = (act: MarkerAct): act is DirectAct =>
  act === 'unlink-uid' || act === 'toggle-state' || act === 'undo-skip';

/** `before`: the marker as it was before this console skipped it. */
function carryOutDirectly(act: DirectAct, run: Run, marker: Marker, before: Marker | null): Promise<void> {
  const patch = (part: MarkerPatch) => changeRun(run.runId, (current) => changeMarker(current, marker.name, part));
  if (act === 'unlink-uid') return patch({ linkedUid: null });
  if (act === 'undo-skip' && before) return undoSkip(run.runId, before);
  return marker.state === 'TRACK' ? skipMarker(run, marker) : patch({ state: 'TRACK' });
}

/** The actions on the marker that the user may perform. */
export function MarkerActs({ run, marker }: MarkerActsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const before = useSkippedMarker(run.runId, marker.name);
  const change = useMutation({
    mutationFn: (act: DirectAct) => carryOutDirectly(act, run, marker, before),
    meta: { isShownInPlace: true },
    onError: (cause) => showError({ message: UPDATE_FAILURE, cause }),
  });
  const acts = listMarkerActs(run, marker, { isAdmin: useIsAdmin(), canUndo: before !== null });
  const carryOut = (act: MarkerAct) => {
    if (isDirect(act)) change.mutate(act);
    else openRunDialog(run.runId, act);
  };
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
          <IconButton icon="more" label={`More of ${marker.name}`} title="More" isSmall isBoxed />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="place" />} onClick={() => goTo(marker.lat, marker.lon)}>
            Go To Marker
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
