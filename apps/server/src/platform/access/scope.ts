import type { CompanyId, UserId } from '@waymark/domain/ids';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Actor } from './actor.ts';

// A scope limits the rows that a query sees. It is made only here, from a signed-in user or for the system's own work
// (jobs, ingest, sign-in), so that no query forgets the limit.
declare const made: unique symbol;

type Reach =
  | { readonly kind: 'company'; readonly groupId: CompanyId; readonly userId: UserId }
  | { readonly kind: 'viewer'; readonly groupId: CompanyId; readonly userId: UserId }
  | { readonly kind: 'all'; readonly userId: UserId }
  | { readonly kind: 'system'; readonly work: string };

export type Scope = Reach & { readonly [made]: true };

function make(reach: Reach): Scope {
  return Object.freeze(reach) as Scope;
}

export function scopeOf(actor: Actor): Scope {
  if (actor.role === 'superadmin') return make({ kind: 'all', userId: actor.userId });
  if (actor.groupId === null) throw new Error(`user ${actor.userId} has neither a company nor the superadmin role`);
  const kind = actor.role === 'admin' ? 'company' : 'viewer';
  return make({ kind, groupId: actor.groupId, userId: actor.userId });
}

/** Limits a superadmin's scope to one company, for objects that belong to it; other scopes stay unchanged. */
export function withinCompany(scope: Scope, groupId: CompanyId): Scope {
  return scope.kind === 'all' ? make({ kind: 'company', groupId, userId: scope.userId }) : scope;
}

/** A scope for work without a signed-in user; `work` names it for the logs and the reader. */
export function systemScope(work: string): Scope {
  return make({ kind: 'system', work });
}

/** The condition that limits a query to the scope's company: `.where(inCompany(scope, 'users.group_id'))`. */
export function inCompany(scope: Scope, column: string): Expression<SqlBool> {
  switch (scope.kind) {
    case 'company':
    case 'viewer':
      return sql<SqlBool>`${sql.ref(column)} = ${scope.groupId}`;
    case 'all':
    case 'system':
      return sql<SqlBool>`true`;
  }
}
