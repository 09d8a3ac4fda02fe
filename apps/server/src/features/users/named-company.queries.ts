import type { CompanyId } from '@waymark/domain/ids';
import type { Reader } from '../../platform/database/database.ts';
import { problem } from '../../platform/http/problem.ts';
import { hasGroup } from './users.queries.ts';

/** The company of the caller; a superadmin names one. */
export async function findNamedCompany(
  reader: Reader,
  own: CompanyId | null,
  named: CompanyId | undefined,
): Promise<CompanyId> {
  const groupId = own ?? named;
  if (groupId === undefined || (named !== undefined && named !== groupId)) throw problem('group-not-found');
  if (!(await hasGroup(reader, groupId))) throw problem('group-not-found');
  return groupId;
}
