import type { Routes } from '@waymark/contract/routes/index';
import type { Database } from '../../platform/database/database.ts';
import { scopeOfCall } from '../../platform/http/call.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readSystemHealth } from './health.queries.ts';

export function createHealthHandlers(database: Database): Handlers<Routes['health']> {
  return { systemHealth: (_input, call) => readSystemHealth(database.read(scopeOfCall(call))) };
}
