import { sayServerText, t } from '#/language/t.ts';
import { Time } from '#/ui/clock/Time.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { headTimes } from '@waymark/domain/time/zoned-text';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { EmptyState, StaleData } from '#/ui/state/DataState.tsx';
import table from '#/ui/table/DataTable.module.css';
import { Icon } from '#/ui/button/Icon.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { Pager } from '#/ui/table/Pager.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { CommandSection } from './CommandSection.tsx';
import { commandHistoryQuery, HISTORY_PAGE_SIZE, type CommandPage, type PastCommand } from './commands.data.ts';
import styles from './CommandsWindow.module.css';
import { COMMANDS, describeParameters } from '@waymark/commands/commands';
import { describeSender, describeState, describeStep } from './queued-command.view.ts';
import { StateTag } from './StateTag.tsx';
import { Words } from './Words.tsx';

function Steps({ id, steps }: { readonly id: string } & Pick<PastCommand, 'steps'>) {
  return (
    <tr id={id}>
      <td colSpan={3} className={styles.stepsCell}>
        <ol className={styles.steps}>
          {steps.map((step, index) => (
            <li key={index} className={styles.step}>
              <span className={styles.time}>{step.at}</span>
              <span>{describeState(step.state)}</span>
              <span className={styles.words}>{describeStep(step)}</span>
            </li>
          ))}
        </ol>
      </td>
    </tr>
  );
}

function PastRow({ command, uid }: { readonly command: PastCommand; readonly uid: number }) {
  const [isOpen, setOpen] = useState(false);
  const stepsId = useId();
  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={stepsId}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
            {t(COMMANDS[command.commandType].label)}
          </button>
          <div className={styles.words}>
            <Words of={describeParameters(command.commandType, command.parameters, t)} />
          </div>
        </td>
        <td className={styles.state}>
          <StateTag state={command.state} />
          {command.note !== null && <p className={styles.remark}>{sayServerText(command.note)}</p>}
        </td>
        <td className={styles.sent}>
          <Time className={styles.time} of={command.timeStampSent} uid={uid} />
          <div className={styles.words}>{describeSender(command)}</div>
        </td>
      </tr>
      {isOpen && <Steps id={stepsId} steps={command.steps} />}
    </>
  );
}

function HistoryTable({ commandList, uid }: Pick<CommandPage, 'commandList'> & { readonly uid: number }) {
  const zone = useDeviceZone(uid);
  return (
    <table className={`${table.table} ${styles.table}`}>
      <caption className="visually-hidden">{t('Command history, newest first')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Command')}</th>
          <th scope="col">{t('State')}</th>
          <th scope="col">{headTimes(t('Sent'), zone)}</th>
        </tr>
      </thead>
      <tbody>
        {commandList.map((command) => (
          <PastRow key={command.commandId} command={command} uid={uid} />
        ))}
      </tbody>
    </table>
  );
}

function HistoryPages({ uid }: { readonly uid: number }) {
  const [page, setPage] = useState(1);
  const query = useQuery(commandHistoryQuery(uid, page));
  return (
    <>
      <ReloadFailure query={query} what={t('Command history')} />
      <LoadedData query={query} what={t('Command history')} widths={[420, 380, 440, 400]}>
        {({ rowsNumber, commandList }) => (
          <>
            {rowsNumber === 0 && <EmptyState>{t('No commands have been queued')}</EmptyState>}
            {rowsNumber > 0 && (
              <StaleData isStale={query.isPlaceholderData}>
                <HistoryTable commandList={commandList} uid={uid} />
              </StaleData>
            )}
            {rowsNumber > HISTORY_PAGE_SIZE && (
              <div className={styles.foot}>
                <Pager page={page} pageSize={HISTORY_PAGE_SIZE} rowCount={rowsNumber} onPage={setPage} />
              </div>
            )}
          </>
        )}
      </LoadedData>
    </>
  );
}

/** All commands ever sent to the device: by whom, and with which result. */
export function CommandHistory({ uid }: { readonly uid: number }) {
  return (
    <CommandSection title={t('Command History')} isFlush>
      <HistoryPages uid={uid} />
    </CommandSection>
  );
}
