import type { Closing } from './closing.ts';
import type { SecretBox } from './crypto/secret-box.ts';
import type { Database } from './database/database.ts';
import type { Notices } from './database/notices.ts';
import type { Partitions } from './database/partitions.ts';
import type { ErrorLog } from './http/errors/error-log.ts';
import type { CrontabEntry } from './jobs/crontab.ts';
import type { Job } from './jobs/job.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** The services that a part of the server is built on. */
export interface Context {
  readonly database: Database;
  readonly notices: Notices;
  readonly partitions: Partitions;
  readonly metrics: Metrics;
  readonly box: SecretBox;
  readonly errorLog: ErrorLog;
  readonly log: Log;
  /** Parts register here what must be closed at the end. */
  readonly closing: Closing;
  readonly isDatabaseAway: () => boolean;
}

/** The contribution of a feature to the server. */
export interface Part {
  /** Handlers of routes, by the feature of the contract. */
  readonly handlers?: Readonly<Record<string, object>>;
  readonly jobs?: readonly Job[];
  readonly crontab?: readonly CrontabEntry[];
  /** Runs after the jobs have started and the hub is open. */
  readonly start?: () => Promise<unknown>;
}

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type HandlersOf<Each extends Part> = Each extends { readonly handlers: infer Handlers } ? Handlers : never;

/** Joins the handlers of all parts; two parts may handle routes of one feature of the contract. */
export function joinHandlers<const Parts extends readonly Part[]>(
  parts: Parts,
): Intersection<HandlersOf<Parts[number]>> {
  const joined: Record<string, object> = {};
  for (const { handlers = {} } of parts)
    for (const [feature, ofFeature] of Object.entries(handlers)) joined[feature] = { ...joined[feature], ...ofFeature };
  return joined as Intersection<HandlersOf<Parts[number]>>;
}
