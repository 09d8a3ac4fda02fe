import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FloatingWindow } from '../../../ui/FloatingWindow.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { DeviceIcon } from '../DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '../device-windows.ts';
import { useDevice } from '../use-devices.ts';
import { heartbeatsQuery, passagesQuery } from './history.data.ts';
import { HEARTBEAT_COLUMNS, PASSAGE_COLUMNS } from './history.view.ts';
import { HistoryTable } from './HistoryTable.tsx';
import styles from './HistoryWindow.module.css';

const SIZE = { width: 860, height: 572 };
const TABS = ['Passage', 'Heartbeat'] as const;
type Tab = (typeof TABS)[number];

interface TabProps {
  readonly uid: number;
  /** What all tabs share: the way to another tab, and the refresh. */
  readonly tools: (onRefresh: () => void, isFetching: boolean) => ReactNode;
}

function Passages({ uid, tools }: TabProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(passagesQuery(uid, page));
  const read = () => void refetch();
  const shown = data && { rows: data.passageEventList, count: data.rowsNumber };
  return (
    <>
      {tools(read, isFetching)}
      <HistoryTable what="passage" columns={PASSAGE_COLUMNS} page={page} onPage={setPage} onRetry={read} {...{ shown, error, isFetching }} />
    </>
  );
}

function Heartbeats({ uid, tools }: TabProps) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(heartbeatsQuery(uid, page));
  const read = () => void refetch();
  const shown = data && { rows: data.heartbeatList, count: data.rowsNumber };
  return (
    <>
      {tools(read, isFetching)}
      <HistoryTable what="heartbeat" columns={HEARTBEAT_COLUMNS} page={page} onPage={setPage} onRetry={read} {...{ shown, error, isFetching }} />
    </>
  );
}

/** What a device has reported, page by page. */
export function HistoryWindow({ shown }: { readonly shown: DeviceWindow }) {
  const { uid } = shown;
  const device = useDevice(uid);
  const [tab, setTab] = useState<Tab>('Passage');
  const tools: TabProps['tools'] = (onRefresh, isFetching) => (
    <div className={styles.tools}>
      <SegmentedControl aria-label="Kind of record" data={[...TABS]} value={tab} onChange={(next) => setTab(next)} />
      <IconButton icon="retry" label="Refresh" aria-busy={isFetching} onClick={onRefresh} />
    </div>
  );
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="history"
      title={`AGM ${uid}`}
      subtitle="Historic Data"
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <div className={styles.window}>
        {tab === 'Passage' ? <Passages uid={uid} tools={tools} /> : <Heartbeats uid={uid} tools={tools} />}
      </div>
    </FloatingWindow>
  );
}
