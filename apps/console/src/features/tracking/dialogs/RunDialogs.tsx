import { useCanWrite } from '#/live/use-can-write.ts';
import { AgmsDialog } from './AgmsDialog.tsx';
import { AutoDialog } from './AutoDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { EndDialog } from './EndDialog.tsx';
import { LaunchEditDialog } from './LaunchEditDialog.tsx';
import { NotificationsDialog } from './NotificationsDialog.tsx';
import { useShownDialog } from './shown-dialog.ts';
import { ToolSpeedDialog } from './ToolSpeedDialog.tsx';

const DIALOGS = {
  auto: AutoDialog,
  notifications: NotificationsDialog,
  agms: AgmsDialog,
  'launch-time': LaunchEditDialog,
  cancel: CancelDialog,
  end: EndDialog,
  'tool-speed': ToolSpeedDialog,
};

/** The dialogs of a run's menu, at most one of them open. */
export function RunDialogs() {
  const shown = useShownDialog();
  const { blockedBecause } = useCanWrite();
  if (!shown) return null;
  const Dialog = DIALOGS[shown.dialog];
  return (
    <Dialog
      key={shown.turn}
      isOpen={shown.isOpen}
      tracked={shown.tracked}
      blockedBecause={blockedBecause}
      onClose={shown.close}
    />
  );
}
