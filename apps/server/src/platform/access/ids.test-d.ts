import type { uidParams } from '@waymark/contract/devices/fields';
import type { CompanyId, RunId, Uid, UserId } from '@waymark/domain/ids';
import type { Selectable } from 'kysely';
import { describe, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { Tables } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import type { hasDevice } from './device-access.ts';

type UserRow = Selectable<Tables['users']>;
type RunRow = Selectable<Tables['pig_runs']>;

// Only the type check reads these lines.
describe('types of ids in the server', () => {
  test('a column of one kind of id does not compile with an id of another kind', () => {
    expectTypeOf<UserId>().not.toExtend<UserRow['group_id']>();
    expectTypeOf<Uid>().not.toExtend<UserRow['id']>();
    expectTypeOf<RunId>().not.toExtend<RunRow['group_id']>();
    expectTypeOf<CompanyId>().not.toExtend<RunRow['id']>();
    expectTypeOf<RunId>().toExtend<RunRow['id']>();
    expectTypeOf<number>().toExtend<RunRow['id']>();
  });

  test('a function of a device does not compile with the id of a user, a company or a run', () => {
    type Given = Parameters<typeof hasDevice>[1];
    expectTypeOf<Actor['userId']>().not.toExtend<Given>();
    expectTypeOf<NonNullable<Actor['groupId']>>().not.toExtend<Given>();
    expectTypeOf<RunId>().not.toExtend<Given>();
  });

  test('a parameter of a route is the id of one kind', () => {
    type Sent = z.output<typeof uidParams>['uid'];
    expectTypeOf<Sent>().toExtend<Uid>();
    expectTypeOf<Sent>().not.toExtend<UserId>();
  });
});
