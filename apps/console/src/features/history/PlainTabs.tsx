import { INFO_COLUMNS } from './device-infos.view.ts';
import { HEARTBEAT_COLUMNS } from './heartbeats.view.ts';
import { heartbeatsQuery, infosQuery, settingsQuery } from './history.data.ts';
import { HistoryPane, type PaneParts } from './HistoryPane.tsx';
import { SETTINGS_COLUMNS } from './settings.view.ts';

// The tabs with read-only rows.

export function HeartbeatTab(parts: PaneParts) {
  return (
    <HistoryPane
      {...parts}
      kind="heartbeat"
      what="heartbeat"
      timeField="heartbeatTimeStamp"
      columns={HEARTBEAT_COLUMNS}
      read={heartbeatsQuery}
      exportKind="Heartbeat"
    />
  );
}

export function InfoTab(parts: PaneParts) {
  return (
    <HistoryPane
      {...parts}
      kind="deviceInfo"
      what="device info response"
      timeField="timeStampAck"
      columns={INFO_COLUMNS}
      read={infosQuery}
    />
  );
}

export function SettingsTab(parts: PaneParts) {
  return (
    <HistoryPane
      {...parts}
      kind="settings"
      what="settings response"
      timeField="timeStampAck"
      columns={SETTINGS_COLUMNS}
      read={settingsQuery}
    />
  );
}
