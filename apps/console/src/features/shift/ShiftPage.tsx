import { NativeSelect, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { companiesQuery } from '#/features/runs/company.data.ts';
import { useSession } from '#/features/session/session-store.ts';
import { t } from '#/language/t.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { EmptyState } from '#/ui/state/DataState.tsx';
import { LoadedData } from '#/ui/state/LoadedData.tsx';
import { HandoversTab } from './HandoversTab.tsx';
import { LogTab } from './LogTab.tsx';
import { useShiftUpdates, type Company } from './shift.data.ts';
import { useWaitingHandovers, WaitingHandovers } from './WaitingHandovers.tsx';
import styles from './ShiftPage.module.css';

/** The shift log of a company, and the handovers between its shifts. */
export function ShiftPage() {
  const navigate = useNavigate();
  const isSuperadmin = useSession(({ user }) => user?.role === 'superadmin');
  useShiftUpdates();
  return (
    <ScreenPage title={t('Shift log')} onBack={() => void navigate({ to: '/' })}>
      {isSuperadmin ? <OfCompany /> : <ShiftTabs groupId={undefined} canWrite />}
    </ScreenPage>
  );
}

/** A superadmin reads the log of one company at a time, and writes in none. */
function OfCompany() {
  const query = useQuery(companiesQuery);
  const [chosen, setChosen] = useState('');
  return (
    <LoadedData query={query} what={t('Companies')} widths={[240, 200]}>
      {(companies) => (
        <>
          <div className={styles.company}>
            <NativeSelect
              label={t('Company')}
              value={chosen}
              data={[
                { value: '', label: t('Choose a company') },
                ...companies.map(({ id, groupName }) => ({ value: String(id), label: groupName })),
              ]}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          </div>
          {chosen === '' ? (
            <EmptyState>{t('Choose a company to read its log.')}</EmptyState>
          ) : (
            <ShiftTabs key={chosen} groupId={Number(chosen)} canWrite={false} />
          )}
        </>
      )}
    </LoadedData>
  );
}

interface ShiftTabsProps {
  readonly groupId: Company;
  readonly canWrite: boolean;
}

function ShiftTabs({ groupId, canWrite }: ShiftTabsProps) {
  const [tab, setTab] = useState('log');
  const waiting = useWaitingHandovers(groupId);
  return (
    <Tabs
      className={styles.tabs ?? ''}
      classNames={{ panel: styles.panel ?? '' }}
      value={tab}
      onChange={(next) => setTab(next ?? 'log')}
    >
      <Tabs.List aria-label={t('Shift log')}>
        <Tabs.Tab value="log">{t('Log')}</Tabs.Tab>
        <Tabs.Tab value="handovers">
          {waiting === 0 ? t('Handovers') : t('Handovers ({number} waiting)', { number: waiting })}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="log">
        {waiting > 0 && canWrite && <WaitingHandovers count={waiting} onShow={() => setTab('handovers')} />}
        <LogTab groupId={groupId} canWrite={canWrite} />
      </Tabs.Panel>
      <Tabs.Panel value="handovers">
        <HandoversTab groupId={groupId} canWrite={canWrite} />
      </Tabs.Panel>
    </Tabs>
  );
}
