import { brokenConstraint } from '../../platform/database/broken-constraint.ts';
import { readStorageFailure } from '../storage-failure.ts';

/** Another node changed the same devices at the same time: a retry succeeds. */
export function isCollision(error: unknown): boolean {
  return brokenConstraint(error) === 'commands_in_flight' || readStorageFailure(error) === 'conflict';
}
