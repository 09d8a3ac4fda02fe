import { useQuery } from '@tanstack/react-query';
import { readSavedPath, type SavedPath } from '@waymark/contract/runs/read-path';
import type { ReplyAt } from '#/api/address.ts';
import { queryApi } from '#/api/query.ts';

// Queries of paths, runs and tools.

export type { SavedPath };
export type RunText = ReplyAt<'GET /pigrun'>[number];

const isShownInPlace = { isShownInPlace: true };

const readPaths = (sent: ReplyAt<'GET /pigrun/pigpath'>): SavedPath[] => sent.map(readSavedPath);

export const pathsQuery = {
  ...queryApi('GET /pigrun/pigpath'),
  select: readPaths,
  staleTime: 0,
  meta: isShownInPlace,
};

/** The paths of the company that a superadmin has chosen; of the user's own for undefined. */
export function useCompanyPaths(groupId: number | undefined) {
  const { data = [] } = useQuery(pathsQuery);
  return data.filter((path) => groupId === undefined || path.groupId === groupId);
}

export const toolTypesQuery = { ...queryApi('GET /pigrun/ToolType/GetAll'), meta: isShownInPlace };
/** The users whom a rule can notify: those of the caller's company, or all for a superadmin. */
export const companyUsersQuery = { ...queryApi('GET /user'), meta: isShownInPlace };

export const readinessQuery = (pathId: number) => ({
  ...queryApi('GET /pigrun/pigpath/:pathId/readiness', { params: { pathId } }),
  staleTime: 0,
  meta: isShownInPlace,
});
