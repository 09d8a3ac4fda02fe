import { BroadcastPanel } from '../../features/devices/broadcast/BroadcastPanel.tsx';
import { PanelHeader } from '../../ui/Panel.tsx';
import { OpenDrawer } from './OpenDrawer.tsx';
import { openPanel } from './shell-store.ts';

const TITLE = 'Broadcast Commands';

/** Closed by its button it returns to the pig run manager. */
export function BroadcastDrawer() {
  return (
    <OpenDrawer label={TITLE} header={<PanelHeader title={TITLE} onClose={() => openPanel('pigRunManager')} />}>
      <BroadcastPanel />
    </OpenDrawer>
  );
}
