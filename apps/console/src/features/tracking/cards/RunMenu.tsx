import { Menu } from '@mantine/core';
import { useCanWrite } from '#/live/use-can-write.ts';
import { flyTo } from '#/map/map-commands.ts';
import { PLACE_ZOOM } from '#/map/camera/map-limits.ts';
import { Icon } from '#/ui/button/Icon.tsx';
import { IconButton } from '#/ui/button/IconButton.tsx';
import { readServerNow } from '#/features/runs/change-run.ts';
import type { TrackedRun } from '#/features/runs/tracked-run.ts';
import { drawPig } from '../map/pig-place.ts';
import { openRunDialog, pickPlace, selectRun } from '#/features/runs/run-selection.ts';
import { useIsAdmin } from '../use-is-admin.ts';
import { listRunActs, type RunAct } from './run-menu.view.ts';

function zoomToPig(tracked: TrackedRun): void {
  const { lat, lon } = drawPig(tracked, undefined, readServerNow()).place;
  selectRun(tracked.run.runId);
  flyTo(lat, lon, PLACE_ZOOM);
}

function carryOut(act: RunAct, tracked: TrackedRun): void {
  const { runId } = tracked.run;
  if (act === 'zoom') zoomToPig(tracked);
  else if (act === 'add-marker' || act === 'edit-pig') pickPlace(runId, act);
  else openRunDialog(runId, act);
}

/** The actions on a run that the user may perform. */
export function RunMenu({ tracked }: { readonly tracked: TrackedRun }) {
  const { canWrite, blockedBecause } = useCanWrite();
  const acts = listRunActs(useIsAdmin());
  const { pig, runId } = tracked.run;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <IconButton
          icon="more"
          label={`Menu of ${pig}`}
          title={blockedBecause ?? 'Menu'}
          isSmall
          disabled={!canWrite}
          data-run-menu={runId}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ act, label, icon, startsGroup }) => [
          startsGroup && <Menu.Divider key={`${act} line`} />,
          <Menu.Item key={act} leftSection={<Icon name={icon} />} onClick={() => carryOut(act, tracked)}>
            {label}
          </Menu.Item>,
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}
