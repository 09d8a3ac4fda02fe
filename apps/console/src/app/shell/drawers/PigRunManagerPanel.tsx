import { Tabs } from '@mantine/core';
import { CompletedRuns } from '#/features/finished-runs/CompletedRuns.tsx';
import { showTab, useFinished } from '#/features/runs/finished-store.ts';
import styles from './PigRunManagerPanel.module.css';
import { SavedPaths, type SavedPathsProps } from '#/features/planning/saved-paths/SavedPaths.tsx';

/** The saved paths, from which pigs are launched, and the completed runs. */
export function PigRunManagerPanel({ onEdit }: SavedPathsProps) {
  const tab = useFinished((finished) => finished.tab);
  return (
    <Tabs
      value={tab}
      onChange={(name) => showTab(name === 'completed' ? 'completed' : 'paths')}
      keepMounted={false}
      classNames={{ list: styles.tabs, tab: styles.tab, panel: styles.panel }}
    >
      <Tabs.List aria-label="Pig runs">
        <Tabs.Tab value="paths">Pig Runs</Tabs.Tab>
        <Tabs.Tab value="completed">Completed Runs</Tabs.Tab>
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
