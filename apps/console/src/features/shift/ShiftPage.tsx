import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OfCompany } from '#/features/runs/OfCompany.tsx';
import { t } from '#/language/t.ts';
import { ScreenPage } from '#/ui/page/ScreenPage.tsx';
import { HandoversTab } from './HandoversTab.tsx';
import { LogTab } from './LogTab.tsx';
import { useShiftUpdates, type Company } from './shift.data.ts';
import { useWaitingHandovers, WaitingHandovers } from './WaitingHandovers.tsx';
import styles from './ShiftPage.module.css';

/** The shift log of a company, and the handovers between its shifts. */
export function ShiftPage() {
  const navigate = useNavigate();
  useShiftUpdates();
  return (
    <ScreenPage title={t('Shift log')} onBack={() => void navigate({ to: '/' })}>
      <OfCompany hint={t('Choose a company to read its log.')}>
        {/* A superadmin reads the logs of companies, and writes in none. */}
        {(groupId) => <ShiftTabs groupId={groupId} canWrite={groupId === undefined} />}
      </OfCompany>
    </ScreenPage>
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
