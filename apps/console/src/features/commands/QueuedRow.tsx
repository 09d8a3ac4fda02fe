import type { ReactNode } from 'react';
import type { Device } from '#/features/devices/store/device.ts';
import { useServerNow } from '#/features/devices/use-server-now.ts';
import type { ListedCommand } from './commands.data.ts';
import styles from './CommandsWindow.module.css';
import { COMMANDS, describeParameters } from '@waymark/commands/commands';
import { describeSender, isOld, listRemarks, OLD_EXPLANATION } from './queued-command.view.ts';
import { OldTag, StateTag } from './StateTag.tsx';
import { Words } from './Words.tsx';

interface QueuedRowProps {
  readonly command: ListedCommand;
  readonly device: Device;
  /** The buttons of the row. */
  readonly children: ReactNode;
}

export function QueuedRow({ command, device, children }: QueuedRowProps) {
  const old = isOld(command, device, useServerNow());
  const remarks = [...listRemarks(command), ...(old ? [OLD_EXPLANATION] : [])];
  return (
    <tr>
      <td>
        <div className={styles.command}>{COMMANDS[command.commandType].label}</div>
        <div className={styles.words}>
          <Words of={describeParameters(command.commandType, command.parameters)} />
        </div>
      </td>
      <td className={styles.state}>
        <div className={styles.tags}>
          <StateTag state={command.state} />
          {old && <OldTag />}
        </div>
        {remarks.map((remark) => (
          <p key={remark} className={styles.remark}>
            <Words of={remark} />
          </p>
        ))}
      </td>
      <td className={styles.sent}>
        <div className={styles.time}>{command.timeStampSent}</div>
        <div className={styles.words}>{describeSender(command)}</div>
      </td>
      <td className={styles.act}>{children}</td>
    </tr>
  );
}
