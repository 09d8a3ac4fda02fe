import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import { formatDegrees, isLocated } from '@waymark/domain/device/location';
import { t } from '#/language/t.ts';
import { useCanWrite } from '#/live/online-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { StaleData, EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { ReloadFailure } from '#/ui/state/ReloadFailure.tsx';
import { dialogHome, useDialogChain } from '#/ui/dialog/use-dialog-chain.ts';
import { AgmDialogs, type AgmStep } from './AgmDialogs.tsx';
import { groupAgmsQuery, type Agm } from './agms.data.ts';
import { useFleetDialogs } from './fleet-store.ts';

import { ListFoot } from '#/ui/table/ListFoot.tsx';
import { ListToolbar } from '#/ui/table/ListToolbar.tsx';
import { usePages } from '#/ui/table/use-pages.ts';
import { moveRowFocus } from '#/features/devices/table/row-focus.ts';
import { CredentialState } from './CredentialState.tsx';
import table from '#/ui/table/DataTable.module.css';
import styles from './AgmTable.module.css';

const PAGE_SIZE = 50;

/** The AGMs of a company, and the actions on them. */
export function GroupAgms({ groupId }: { readonly groupId: number }) {
  const query = useQuery(groupAgmsQuery(groupId));
  const { canWrite, blockedBecause } = useCanWrite();
  const dialogs = useDialogChain<AgmStep>();
  // Credentials, which are shown once, are in front of all other dialogs and are closed last.
  const isIssued = useFleetDialogs(({ issued, imported }) => issued !== null || imported !== null);
  const restoreFocus = useEffectEvent(dialogs.restoreFocus);
  useEffect(() => {
    if (!isIssued) return undefined;
    return () => restoreFocus();
  }, [isIssued]);
  const blocked = { disabled: !canWrite, title: blockedBecause };
  const actions = (
    <>
      <Button icon="upload" {...blocked} onClick={() => dialogs.open({ kind: 'import' })}>
        {t('Import')}
      </Button>
      <Button icon="plus" {...blocked} onClick={() => dialogs.open({ kind: 'add' })}>
        {t('Add AGM')}
      </Button>
    </>
  );
  return (
    <>
      <div {...dialogHome}>
        <ReloadFailure query={query} what={t('AGMs')} />
        <LoadedData query={query} what={t('AGMs')} widths={[90, 110, 80]}>
          {(agms) => (
            <StaleData isStale={query.isFetching}>
              <AgmTable agms={agms} actions={actions} onChoose={(agm) => dialogs.open({ kind: 'info', agm })} />
            </StaleData>
          )}
        </LoadedData>
      </div>
      <AgmDialogs groupId={groupId} dialogs={dialogs} />
    </>
  );
}

interface RowProps {
  readonly agm: Agm;
  readonly isTabStop: boolean;
  readonly onChoose: (agm: Agm) => void;
}

function AgmRow({ agm, isTabStop, onChoose }: RowProps) {
  const { uid, imei } = agm;
  const position = isLocated(agm)
    ? { lat: formatDegrees(agm.lat), lon: formatDegrees(agm.lon) }
    : { lat: '–', lon: '–' };
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.key === 'Enter' || event.key === ' ') onChoose(agm);
    else if (!moveRowFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <tr className={table.row} tabIndex={isTabStop ? 0 : -1} onClick={() => onChoose(agm)} onKeyDown={onKeyDown}>
      <td className={styles.uid}>{uid}</td>
      <td data-number className={styles.wide}>
        {position.lat}
      </td>
      <td data-number className={styles.wide}>
        {position.lon}
      </td>
      <td className={styles.wide}>{imei ?? '–'}</td>
      <td>
        <CredentialState agm={agm} />
      </td>
    </tr>
  );
}

interface AgmTableProps {
  readonly agms: readonly Agm[];
  readonly actions: ReactNode;
  readonly onChoose: (agm: Agm) => void;
}

/** Uids with their data, in pages. */
function AgmTable({ agms, actions, onChoose }: AgmTableProps) {
  const [sought, setSought] = useState('');
  const found = agms.filter(({ uid, imei }) => `${uid} ${imei ?? ''}`.includes(sought.trim()));
  const { rows, pager } = usePages(found, PAGE_SIZE);
  return (
    <>
      <ListToolbar
        searchLabel={t('Find a UID or IMEI')}
        onSearch={setSought}
        count={t('{count} AGM|{count} AGMs', { count: agms.length })}
      >
        {actions}
      </ListToolbar>
      {found.length === 0 ? (
        <EmptyState>{agms.length === 0 ? t('No AGMs') : t('No results')}</EmptyState>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid of rows that are chosen
        <table className={table.table} role="grid" aria-label={t('AGMs')} aria-rowcount={found.length}>
          <thead>
            <tr>
              <th scope="col">{t('UID')}</th>
              <th scope="col" data-number className={styles.wide}>
                {t('Latitude')}
              </th>
              <th scope="col" data-number className={styles.wide}>
                {t('Longitude')}
              </th>
              <th scope="col" className={styles.wide}>
                {t('IMEI')}
              </th>
              <th scope="col">{t('Credential')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((agm, index) => (
              <AgmRow key={agm.uid} agm={agm} isTabStop={index === 0} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      )}
      <ListFoot pager={pager} />
    </>
  );
}
