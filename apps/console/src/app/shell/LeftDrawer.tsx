import { useState } from 'react';
import { BottomSheet } from '../../ui/BottomSheet.tsx';
import { EmptyState } from '../../ui/DataState.tsx';
import { PanelHeader } from '../../ui/Panel.tsx';
import type { SheetStop } from '../../ui/sheet-stops.ts';
import { useEscapeKey } from '../../ui/use-escape-key.ts';
import styles from './LeftDrawer.module.css';
import { PANEL_TEXTS } from './panels.view.ts';
import { closePanel, useShell, type ShellPanel } from './shell-store.ts';
import { useIsPhone } from './use-is-phone.ts';

function OpenDrawer({ panel }: { readonly panel: ShellPanel }) {
  const [stop, setStop] = useState<SheetStop>('half');
  const isPhone = useIsPhone();
  useEscapeKey(() => {
    closePanel();
    return true;
  });
  const { title, empty } = PANEL_TEXTS[panel];
  const header = <PanelHeader title={title} onClose={closePanel} />;
  const content = <EmptyState>{empty}</EmptyState>;
  if (isPhone) {
    return (
      <BottomSheet label={title} stop={stop} onStopChange={setStop} header={header}>
        {content}
      </BottomSheet>
    );
  }
  return (
    <aside className={styles.drawer} aria-label={title}>
      {header}
      <div className={styles.body}>{content}</div>
    </aside>
  );
}

/** One panel at a time beside the map; on a phone a sheet over it. */
export function LeftDrawer() {
  const panel = useShell((shell) => shell.panel);
  return panel && <OpenDrawer key={panel} panel={panel} />;
}
