import { Tabs } from '@mantine/core';
import { t } from '#/language/t.ts';
import { openPanel } from '../shell-store.ts';
import { CompletedRuns } from '#/features/finished-runs/CompletedRuns.tsx';
import { showTab, useFinished } from '#/features/runs/finished-store.ts';
import { SavedPaths, type SavedPathsProps } from '#/features/planning/saved-paths/SavedPaths.tsx';
import styles from './RunManagerBody.module.css';

export function RunManagerBody() {
  return <PigRunManagerPanel onEdit={() => openPanel('pigRunEditor')} />;
}

/** The saved paths, from which pigs are launched, and the completed runs. */
function PigRunManagerPanel({ onEdit }: SavedPathsProps) {
  const tab = useFinished((finished) => finished.tab);
  return (
    <Tabs
      value={tab}
      onChange={(name) => showTab(name === 'completed' ? 'completed' : 'paths')}
      keepMounted={false}
      classNames={{ list: styles.tabs, tab: styles.tab, panel: styles.panel }}
    >
      <Tabs.List aria-label={t('Pig runs')}>
        <Tabs.Tab value="paths">{t('Pig Runs')}</Tabs.Tab>
        <Tabs.Tab value="completed">{t('Completed Runs')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="paths">
        <SavedPaths onEdit={onEdit} />
      </Tabs.Panel>
      <Tabs.Panel value="completed">
        <CompletedRuns />
      </Tabs.Panel>
    </Tabs>
  );
}
