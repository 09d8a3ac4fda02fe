import { PigRunManagerPanel } from './PigRunManagerPanel.tsx';
import { openPanel } from '../shell-store.ts';

export function RunManagerBody() {
  return <PigRunManagerPanel onEdit={() => openPanel('pigRunEditor')} />;
}
