import { Tabs } from '@mantine/core';
import { ADMINS, type Role } from '@waymark/contract/roles';
import { useState } from 'react';
import { useForm } from '@mantine/form';
import { t } from '#/language/t.ts';
import { FloatingWindow } from '#/ui/window/FloatingWindow.tsx';
import { DeviceIcon } from '#/features/devices/DeviceIcon.tsx';
import { closeDeviceWindow, windowId, type DeviceWindow } from '#/features/devices/windows/device-windows.ts';
import { useDevice } from '#/features/devices/store/use-devices.ts';
import {
  EMPTY_FILTER_FORM,
  filterChecks,
  isFiltered,
  readFilter,
  type HistoryFilter,
  type FilterForm,
} from './history-filter.view.ts';
import { PassageTab } from './passages/PassageTab.tsx';
import { useCsvExport } from './export/use-csv-export.ts';
import { INFO_COLUMNS } from './device-infos.view.ts';
import { HEARTBEAT_COLUMNS } from './heartbeats.view.ts';
import { heartbeatsQuery, infosQuery, settingsQuery } from './history.data.ts';
import { HistoryPane, type PaneParts } from './HistoryPane.tsx';
import { SETTINGS_COLUMNS } from './settings.view.ts';
import { serverNow } from '#/live/clock-store.ts';
import { Button } from '#/ui/button/Button.tsx';
import { RangeMenu } from '#/ui/field/RangeMenu.tsx';
import { listTimeRanges } from '#/ui/field/time-ranges.ts';
import { ZonedField } from '#/ui/clock/ZonedField.tsx';
import { useDeviceZone } from '#/ui/clock/zones.ts';
import { findRunOf } from '#/features/devices/run-of-devices.ts';
import styles from './HistoryWindow.module.css';

const DATE_FIELD = { placeholder: t('YYYY-MM-DD'), isMasked: false, size: 'xs', className: styles.date } as const;

const SIZE = { width: 1272, height: 572 };

const CLASSES = { root: styles.window, list: styles.tabs, tab: styles.tab, panel: styles.panel };

function History({ uid, isAdmin }: { readonly uid: number; readonly isAdmin: boolean }) {
  const [filter, setFilter] = useState<HistoryFilter>({});
  const [toolSlot, setToolSlot] = useState<HTMLElement | null>(null);
  const exporting = useCsvExport();
  const parts = { uid, filter, toolSlot, exporting: isAdmin ? exporting : null };
  return (
    <Tabs defaultValue="passage" variant="none" keepMounted={false} classNames={CLASSES}>
      <div className={styles.tools}>
        <Tabs.List aria-label={t('Kind of record')}>
          <Tabs.Tab value="passage">{t('Passage')}</Tabs.Tab>
          <Tabs.Tab value="heartbeat">{t('Heartbeat')}</Tabs.Tab>
          <Tabs.Tab value="deviceInfo">{t('Device Info')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
        </Tabs.List>
        <DateFilter uid={uid} filter={filter} onFilter={setFilter} />
        <div ref={setToolSlot} className={styles.acts} />
      </div>
      <Tabs.Panel value="passage">
        <PassageTab {...parts} isAdmin={isAdmin} />
      </Tabs.Panel>
      <Tabs.Panel value="heartbeat">
        <HeartbeatTab {...parts} />
      </Tabs.Panel>
      <Tabs.Panel value="deviceInfo">
        <InfoTab {...parts} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <SettingsTab {...parts} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The reports of a device in pages. */
export function HistoryWindow({ shown, role }: { readonly shown: DeviceWindow; readonly role: Role }) {
  const { uid } = shown;
  const device = useDevice(uid);
  return (
    <FloatingWindow
      id={windowId(shown)}
      kind="history"
      title={t('AGM {uid}', { uid })}
      subtitle={t('Historic Data')}
      mark={device && <DeviceIcon device={device} size={18} />}
      initialSize={SIZE}
      onClose={() => closeDeviceWindow(shown)}
    >
      <History uid={uid} isAdmin={ADMINS.includes(role)} />
    </FloatingWindow>
  );
}

// The tabs with read-only rows.
function HeartbeatTab(parts: PaneParts) {
  return (
    <HistoryPane
      {...parts}
      kind="heartbeat"
      timeField="heartbeatTimeStamp"
      columns={HEARTBEAT_COLUMNS}
      read={heartbeatsQuery}
      exportKind="Heartbeat"
    />
  );
}

function InfoTab(parts: PaneParts) {
  return <HistoryPane {...parts} kind="deviceInfo" timeField="timeStampAck" columns={INFO_COLUMNS} read={infosQuery} />;
}

function SettingsTab(parts: PaneParts) {
  return (
    <HistoryPane {...parts} kind="settings" timeField="timeStampAck" columns={SETTINGS_COLUMNS} read={settingsQuery} />
  );
}

interface DateFilterProps {
  readonly uid: number;
  readonly filter: HistoryFilter;
  readonly onFilter: (filter: HistoryFilter) => void;
}

/** A range of days or seconds in UTC, both ends included. */
function DateFilter({ uid, filter, onFilter }: DateFilterProps) {
  const zone = useDeviceZone(uid);
  const form = useForm<FilterForm>({ initialValues: EMPTY_FILTER_FORM, validate: filterChecks });
  const clear = () => {
    form.reset();
    onFilter({});
  };
  return (
    <form
      className={styles.filter}
      role="search"
      aria-label={t('Dates, {zone}', { zone })}
      noValidate
      onSubmit={form.onSubmit((values) => onFilter(readFilter(values)))}
    >
      <ZonedField label={t('From')} uid={uid} dayEdge="start" {...DATE_FIELD} {...form.getInputProps('from')} />
      <ZonedField label={t('To')} uid={uid} dayEdge="end" {...DATE_FIELD} {...form.getInputProps('to')} />
      <RangeMenu
        listRanges={() => listTimeRanges(serverNow(), findRunOf([uid]), zone)}
        onPick={({ from, to }) => {
          form.setValues({ from, to });
          onFilter(readFilter({ from, to }));
        }}
      />
      <Button type="submit" size="small">
        {t('Filter')}
      </Button>
      <Button look="quiet" size="small" disabled={!isFiltered(filter) && !form.isDirty()} onClick={clear}>
        {t('Clear')}
      </Button>
    </form>
  );
}
