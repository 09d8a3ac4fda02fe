import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { problem } from '../../platform/http/problem.ts';

export function createBroadcastHandlers(_database: Database): Handlers<Routes['broadcast']> {
  const refuse = () => Promise.reject(problem('not-found'));
  return { createBroadcast: refuse, readBroadcast: refuse, readPathFlags: refuse, savePathFlags: refuse, fireNowFlags: refuse };
}
