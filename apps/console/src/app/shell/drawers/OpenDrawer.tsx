import { useState, type ReactNode } from 'react';
import { BottomSheet } from '#/ui/sheet/BottomSheet.tsx';
import type { SheetStop } from '#/ui/sheet/sheet-stops.ts';
import { coversMap, useIsPhone } from '#/ui/window/window-store.ts';
import { useEscapeKey } from '#/ui/dialog/use-escape-key.ts';
import styles from './OpenDrawer.module.css';
import { closePanel, useShell } from '../shell-store.ts';

interface DrawerProps {
  readonly label: string;
  readonly header: ReactNode;
  readonly children: ReactNode;
}

/** A panel at the left edge; on a phone a sheet, which hides while the user works on the map. */
export function OpenDrawer({ label, header, children }: DrawerProps) {
  const [stop, setStop] = useState<SheetStop>('half');
  const isMapInHand = useShell((shell) => shell.isMapInHand);
  const isPhone = useIsPhone();
  useEscapeKey(() => {
    closePanel();
    return true;
  });
  if (isPhone) {
    return (
      <BottomSheet label={label} stop={isMapInHand ? 'peek' : stop} onStopChange={setStop} header={header}>
        {children}
      </BottomSheet>
    );
  }
  return (
    <aside className={styles.drawer} aria-label={label} {...coversMap}>
      {header}
      <div className={styles.body}>{children}</div>
    </aside>
  );
}
