// Every connection is an open file. Devices get the rest of the process limit, so that users, metrics and the database
// are served regardless of the number of devices.

/** For the database, Redis, the external broker, logs, mails and short-lived files. */
const OWN = 500;
/** For the satellite gateway, including refused connections. */
const SATELLITE = 1_000;
/** A tenth of the limit for users: consoles, API, metrics. */
const PEOPLE_SHARE = 0.1;
const PEOPLE_LEAST = 500;
const PEOPLE_MOST = 10_000;
/** A node with 16 GB has memory for more, but its event loop cannot serve more. */
const DEVICES_MOST = 100_000;
const DEVICES_LEAST = 100;

export interface ConnectionPlan {
  readonly devices: number;
  readonly people: number;
}

export function planConnections(openFiles: number): ConnectionPlan {
  const people = Math.round(Math.min(PEOPLE_MOST, Math.max(PEOPLE_LEAST, openFiles * PEOPLE_SHARE)));
  const left = openFiles - OWN - SATELLITE - people;
  return { people, devices: Math.min(DEVICES_MOST, Math.max(DEVICES_LEAST, left)) };
}

/** The soft limit, which Node raises to the hard limit at its start. Without a system limit, a large default. */
export function readOpenFilesLimit(): number {
  const report: unknown = process.report.getReport();
  const limits = (report as { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } }).userLimits;
  const limit = limits?.open_files?.soft;
  return typeof limit === 'number' ? limit : 1_048_576;
}
