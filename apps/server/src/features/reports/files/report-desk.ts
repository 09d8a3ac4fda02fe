import type { ChangeOrigin } from '../../../platform/database/change.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Press } from './press.ts';

export interface ReportDesk {
  readonly database: Database;
  readonly press: Press;
  readonly now: () => number;
}

export interface ReportCaller {
  readonly origin: ChangeOrigin;
  /** Aborts when the connection closes. */
  readonly closed: AbortSignal;
}

/** Superadmins share one place in the queue, as a company does. */
export const nameOwner = ({ scope }: ChangeOrigin): string =>
  'groupId' in scope ? `company ${scope.groupId}` : 'superadmins';
