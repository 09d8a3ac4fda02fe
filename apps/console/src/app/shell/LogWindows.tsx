import { AuditWindow } from '#/features/audit/AuditWindow.tsx';
import { ErrorLogWindow } from '#/features/audit/ErrorLogWindow.tsx';
import { RejectionsWindow } from '#/features/rejections/RejectionsWindow.tsx';
import { HealthWindow } from '#/features/health/HealthWindow.tsx';
import { useSession } from '#/features/session/session-store.ts';
import { showWindow } from '#/ui/window/window-store.ts';
import { closeLog, openLog, useShell, type ShellLog } from './shell-store.ts';

const REJECTIONS = 'rejections';

function openRejections(): void {
  openLog('rejections');
  showWindow(REJECTIONS);
}

function LogWindow({ log }: { readonly log: ShellLog }) {
  const seesAll = useSession(({ user }) => user?.role === 'superadmin');
  const close = () => closeLog(log);
  switch (log) {
    case 'audit':
      return <AuditWindow seesAll={seesAll} onClose={close} />;
    case 'errors':
      return <ErrorLogWindow onClose={close} />;
    case 'health':
      return <HealthWindow onClose={close} onRejections={openRejections} />;
    case 'rejections':
      return <RejectionsWindow id={REJECTIONS} seesAll={seesAll} onClose={close} />;
  }
}

/** The open windows of logs and of the installation's health. */
export function LogWindows() {
  const logs = useShell((shell) => shell.logs);
  return logs.map((log) => <LogWindow key={log} log={log} />);
}
