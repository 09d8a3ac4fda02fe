// Every connection is an open file. What devices may hold is what the limit of the process leaves after the rest, so that
// people, metrics and the database are served whatever number of devices comes.

/** The database, Redis, the broker outside, logs, mails, and what is opened for a moment. */
const OWN = 500;
/** Of the satellite gateway, with those that are not let in. */
const SATELLITE = 1_000;
/** A tenth of the limit for people: consoles, API, metrics. */
const PEOPLE_SHARE = 0.1;
const PEOPLE_LEAST = 500;
const PEOPLE_MOST = 10_000;
/** A node of 16 GB has memory for more; its event loop has not. */
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

/** As Node has raised it at its start: the hard limit. Where the system has none, what a large one has. */
export function readOpenFilesLimit(): number {
  const report: unknown = process.report.getReport();
  const limits = (report as { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } }).userLimits;
  const limit = limits?.open_files?.soft;
  return typeof limit === 'number' ? limit : 1_048_576;
}
