import { brokenConstraint } from '../../platform/database/broken-constraint.ts';
import { readStorageFailure } from '../storage-failure.ts';

/** Another node was at the same devices at the same time: done again, it comes out right. */
export function isCollision(error: unknown): boolean {
  return brokenConstraint(error) === 'commands_in_flight' || readStorageFailure(error) === 'conflict';
}
