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
import styles from './MarkerCard.module.css';

interface MarkerActsProps {
  readonly run: Run;
  readonly marker: Marker;
}

/** The patch of an action without a dialog; null: the action opens a dialog. */
function patchOf(act: MarkerAct, { state }: Marker): MarkerPatch | null {
  if (act === 'unlink-uid') return { linkedUid: null };
  return act === 'toggle-state' ? { state: state === 'TRACK' ? 'SKIP' : 'TRACK' } : null;
}

/** The actions on the marker that the user may perform. */
export function MarkerActs({ run, marker }: MarkerActsProps) {
  const { canWrite, blockedBecause } = useCanWrite();
  const change = useMutation({
    mutationFn: (act: MarkerAct) => {
      const patch = patchOf(act, marker);
      return patch ? changeRun(run.runId, (current) => changeMarker(current, marker.name, patch)) : Promise.resolve();
    },
    meta: { isShownInPlace: true },
    onError: (cause) => showError({ message: UPDATE_FAILURE, cause }),
  });
  const acts = listMarkerActs(run, marker, useIsAdmin());
  const carryOut = (act: MarkerAct) => {
    if (act === 'unlink-uid' || act === 'toggle-state') change.mutate(act);
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
