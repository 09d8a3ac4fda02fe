import { AuditWindow } from '../../features/audit/AuditWindow.tsx';
import { ErrorLogWindow } from '../../features/audit/ErrorLogWindow.tsx';
import { useSession } from '../../features/session/session-store.ts';
import { closeLog, useShell } from './shell-store.ts';

/** The logs that are open now. */
export function LogWindows() {
  const logs = useShell((shell) => shell.logs);
  const seesAll = useSession(({ user }) => user?.role === 'superadmin');
  return logs.map((log) =>
    log === 'audit' ? (
      <AuditWindow key={log} seesAll={seesAll} onClose={() => closeLog(log)} />
    ) : (
      <ErrorLogWindow key={log} onClose={() => closeLog(log)} />
    ),
  );
}
