import { t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { headTimes } from '@waymark/domain/time/zoned-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { ConfirmDialog } from '#/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { showError } from '#/ui/toast/toasts.ts';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import type { Device } from '#/features/devices/store/device.ts';
import { CommandSection } from './CommandSection.tsx';
import { commandsQuery, deleteCommand, type ListedCommand } from './commands.data.ts';
import { COMMANDS, describeParameters } from '@waymark/commands/commands';
import { describeQueue, describeSender, isOld, listRemarks, OLD_EXPLANATION } from './queued-command.view.ts';
import { useServerNow } from '#/live/clock-store.ts';
import { OldTag, StateTag } from './StateTag.tsx';
import { Words } from './Words.tsx';
import table from '#/ui/table/DataTable.module.css';
import styles from './CommandsWindow.module.css';

const NONE = t('No commands have been queued, or they have already been accepted by the device');

/** Asks before deleting a command that is being sent: it may be too late. */
function useDeletion() {
  const queryClient = useQueryClient();
  const home = useRef<HTMLDivElement>(null);
  const { step: asked, ...question } = useDialogChain<ListedCommand>();
  const { mutate, variables, isPending } = useMutation({
    mutationFn: (command: ListedCommand) => deleteCommand(queryClient, command),
    meta: { isShownInPlace: true },
    // The focused button disappears with its row.
    onSuccess: () => home.current?.focus({ preventScroll: true }),
    onError: (cause) => showError({ message: t('The command was not deleted'), cause }),
  });
  return {
    home,
    asked,
    question,
    deleting: isPending ? variables.commandId : null,
    ask: (command: ListedCommand) => (command.state === 'sent' ? question.open(command) : mutate(command)),
    confirm: () => asked && deleteCommand(queryClient, asked),
  };
}

type Deletion = ReturnType<typeof useDeletion>;

function DeleteButton({
  command,
  deleting,
  ask,
}: { readonly command: ListedCommand } & Pick<Deletion, 'deleting' | 'ask'>) {
  const { blockedBecause } = useCanWrite();
  return (
    <Button
      size="tiny"
      look="quiet"
      icon="trash"
      aria-label={t('Delete {command}', { command: t(COMMANDS[command.commandType].label) })}
      disabled={blockedBecause !== undefined}
      title={blockedBecause}
      isBusy={deleting === command.commandId}
      onClick={() => ask(command)}
    >
      {t('Delete')}
    </Button>
  );
}

interface QueueTableProps {
  readonly list: readonly ListedCommand[];
  readonly device: Device;
  readonly deletion: Pick<Deletion, 'deleting' | 'ask'>;
}

function QueueTable({ list, device, deletion: { deleting, ask } }: QueueTableProps) {
  const zone = useDeviceZone(device.uid);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">{t('Queued commands, in the order in which the device gets them')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Command')}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col">{headTimes(t('Sent'), zone)}</th>
          <th scope="col">
            <span className="visually-hidden">{t('Delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((command) => (
          <QueuedRow key={command.commandId} command={command} device={device}>
            <DeleteButton {...{ command, deleting, ask }} />
          </QueuedRow>
        ))}
      </tbody>
    </table>
  );
}

/** The commands that the device has not accepted yet. */
export function QueuedCommands({ device }: { readonly device: Device }) {
  const query = useQuery(commandsQuery(device.uid));
  const deletion = useDeletion();
  const { home, asked, question, confirm } = deletion;
  return (
    <CommandSection title={t('Queued Commands')} beside={query.data && describeQueue(query.data)} isOpenFirst isFlush>
      <div ref={home} className={styles.home} tabIndex={-1} {...dialogHome}>
        <ReloadFailure query={query} what={t('Queued commands')} />
        <LoadedData query={query} what={t('Queued commands')} widths={[420, 380, 440]}>
          {(list) =>
            list.length === 0 ? <EmptyState>{NONE}</EmptyState> : <QueueTable {...{ list, device, deletion }} />
          }
        </LoadedData>
      </div>
      <ConfirmDialog
        isOpen={question.isOpen}
        title={t('Delete {command}?', { command: asked ? t(COMMANDS[asked.commandType].label) : t('command') })}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={confirm}
        onClose={question.close}
      >
        {t('It is on its way to the device and may still be carried out. The command history will tell.')}
      </ConfirmDialog>
    </CommandSection>
  );
}

interface QueuedRowProps {
  readonly command: ListedCommand;
  readonly device: Device;
  /** The buttons of the row. */
  readonly children: ReactNode;
}

function QueuedRow({ command, device, children }: QueuedRowProps) {
  const old = isOld(command, device, useServerNow());
  const remarks = [...listRemarks(command), ...(old ? [OLD_EXPLANATION] : [])];
  return (
    <tr>
      <td>
        <div className={styles.command}>{t(COMMANDS[command.commandType].label)}</div>
        <div className={styles.words}>
          <Words of={describeParameters(command.commandType, command.parameters, t)} />
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
        <Time className={styles.time} of={command.timeStampSent} uid={device.uid} />
        <div className={styles.words}>{describeSender(command)}</div>
      </td>
      <td className={styles.act}>{children}</td>
    </tr>
  );
}
