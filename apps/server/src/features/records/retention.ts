/** The retention of records, in days. */
export interface Retention {
  readonly heartbeatDays: number;
  readonly passageDays: number;
  /** Errors, positions, device information, settings responses, acknowledgements. */
  readonly reportDays: number;
  readonly rejectedDays: number;
}

/** The retention of each monthly partitioned table. */
export function listTables(
  retention: Retention,
): readonly { readonly table: string; readonly kind: string; readonly days: number }[] {
  const { heartbeatDays, passageDays, reportDays } = retention;
  return [
    { table: 'heartbeats', kind: 'heartbeat', days: heartbeatDays },
    { table: 'passages', kind: 'passage', days: passageDays },
    { table: 'waveforms', kind: 'waveform', days: passageDays },
    { table: 'gps_fixes', kind: 'gps', days: reportDays },
    { table: 'device_errors', kind: 'error', days: reportDays },
    { table: 'device_infos', kind: 'info', days: reportDays },
    { table: 'control_responses', kind: 'control', days: reportDays },
    { table: 'command_acks', kind: 'ack', days: reportDays },
  ];
}
