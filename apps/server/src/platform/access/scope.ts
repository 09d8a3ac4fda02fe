import { sql, type Expression, type SqlBool } from 'kysely';
import type { Actor } from './actor.ts';

// Whose rows a query may see. A scope is made here only: from a signed-in person, or by naming
// the system's own work (jobs, ingest, sign-in), so that no query forgets the question.
declare const made: unique symbol;

type Reach =
  | { readonly kind: 'company'; readonly groupId: number; readonly userId: number }
  | { readonly kind: 'viewer'; readonly groupId: number; readonly userId: number }
  | { readonly kind: 'all'; readonly userId: number }
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

/** The reach of a superadmin cut to one company, for what belongs to that company alone; a company's reach stays what it is. */
export function withinCompany(scope: Scope, groupId: number): Scope {
  return scope.kind === 'all' ? make({ kind: 'company', groupId, userId: scope.userId }) : scope;
}

/** For work that no signed-in person asked for; `work` says which, for the logs and the reader. */
export function systemScope(work: string): Scope {
  return make({ kind: 'system', work });
}

/** The condition that keeps a query inside the scope's company: `.where(inCompany(scope, 'users.group_id'))`. */
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
