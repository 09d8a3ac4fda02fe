import { PigRunManagerPanel } from '#/features/runs/manager/PigRunManagerPanel.tsx';
import { openPanel } from './shell-store.ts';

export function RunManagerBody() {
  return <PigRunManagerPanel onEdit={() => openPanel('pigRunEditor')} />;
}
