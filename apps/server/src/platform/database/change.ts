import type { EventAudience, EventData } from '@waymark/contract/event';
import type { events } from '@waymark/contract/events/index';
import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql, type Kysely } from 'kysely';
import type { Scope } from '../access/scope.ts';
import type { Tables } from './tables.ts';

type Events = typeof events;

/**
 * Events that a change raises for two or more features, inside its transaction. Features add theirs by module augmentation in
 * `<feature>.events.ts`; wiring/domain-event-handlers.ts lists the handlers.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface DomainEvents {}

export type DomainEventHandlers = {
  readonly [Name in keyof DomainEvents]: ReadonlyArray<(change: Change, event: DomainEvents[Name]) => Promise<void>>;
};

/** A hub event that is sent after the commit. */
export type PendingEvent = {
  readonly [Name in keyof Events]: {
    readonly name: Name;
    readonly audience: EventAudience<Events[Name]>;
    readonly data: EventData<Events[Name]>;
  };
}[keyof Events];

/** The user and request behind a change; a `null` user is the system itself. */
export interface ChangeOrigin {
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly userName: string;
  readonly groupId: CompanyId | null;
  readonly address: string | null;
  readonly requestId: string | null;
}

export interface JobRequest {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly runAt?: Date;
  /** A job with the same key that has not started is replaced. */
  readonly key?: string;
  /** 0 by default; due jobs with the lowest number run first. */
  readonly priority?: number;
}

/** A single line of the audit trail: an action on an object. It must not contain secrets. */
export interface AuditEntry {
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string | number;
  /** The company of the object, if it is not the user's own. */
  readonly groupId?: CompanyId | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/**
 * A transaction: its rows, audit lines, jobs and domain events commit or roll back together. Hub events are sent only
 * after the commit.
 */
export class Change {
  readonly db: Kysely<Tables>;
  readonly origin: ChangeOrigin;
  readonly pending: PendingEvent[] = [];
  readonly #handlers: DomainEventHandlers;

  constructor(db: Kysely<Tables>, origin: ChangeOrigin, handlers: DomainEventHandlers) {
    this.db = db;
    this.origin = origin;
    this.#handlers = handlers;
  }

  get scope(): Scope {
    return this.origin.scope;
  }

  /** Calls the handlers of other features; a failing handler rolls the whole change back. */
  async raise<Name extends keyof DomainEvents>(name: Name, event: DomainEvents[Name]): Promise<void> {
    for (const handle of this.#handlers[name]) await handle(this, event);
  }

  /** Sends a hub event after the commit. */
  push<Name extends keyof Events>(
    name: Name,
    audience: EventAudience<Events[Name]>,
    data: EventData<Events[Name]>,
  ): void {
    this.pending.push({ name, audience, data } as PendingEvent);
  }

  async audit(entry: AuditEntry): Promise<void> {
    await this.auditAll([entry]);
  }

  /** Writes one audit line per object in a single statement. */
  async auditAll(entries: readonly AuditEntry[]): Promise<void> {
    const { origin } = this;
    const lines = entries.map(({ action, objectType, objectId, groupId, before, after }) => ({
      action,
      object_type: objectType,
      object_id: String(objectId),
      group_id: groupId ?? origin.groupId,
      before,
      after,
    }));
    await sql`insert into audit (user_id, user_name, group_id, address, request_id, action, object_type, object_id, before, after)
      select ${origin.userId}::bigint, ${origin.userName}, group_id, ${origin.address}::text, ${origin.requestId}::text,
        action, object_type, object_id, before, after
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as line (action text, object_type text, object_id text, group_id bigint, before jsonb, after jsonb)`.execute(
      this.db,
    );
  }

  /** Enqueues a job that starts only if this change commits. */
  async enqueue(job: JobRequest): Promise<void> {
    await sql`select graphile_worker.add_job(${job.name}, ${JSON.stringify(job.payload)}::json,
      run_at => coalesce(${job.runAt ?? null}::timestamptz, now()), job_key => ${job.key ?? null}, max_attempts => 25,
      priority => ${job.priority ?? 0})`.execute(this.db);
  }

  /** Notifies every node through the database after this change has committed. */
  async notify(channel: string, payload: string): Promise<void> {
    await this.notifyAll(channel, [payload]);
  }

  /** Sends several notices in one statement. */
  async notifyAll(channel: string, payloads: readonly string[]): Promise<void> {
    await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`.execute(this.db);
  }
}
