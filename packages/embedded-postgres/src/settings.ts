// Sized for one machine that also runs the server: little memory, no network, no idle workers.
export const defaultSettings: Readonly<Record<string, string>> = {
  shared_buffers: '32MB',
  max_connections: '60',
  io_method: 'sync',
  huge_pages: 'off',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  max_parallel_workers: '0',
  max_logical_replication_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
};
