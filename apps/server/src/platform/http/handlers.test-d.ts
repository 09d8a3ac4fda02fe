import type { EventData } from '@waymark/contract/event';
import type { events } from '@waymark/contract/events/index';
import type { Routes } from '@waymark/contract/routes/index';
import type { UserId } from '@waymark/domain/ids';
import { describe, expectTypeOf, test } from 'vitest';
import type { Reader } from '../database/database.ts';
import type { Change } from '../database/change.ts';
import type { Scope } from '../access/scope.ts';
import type { Call } from './call.ts';
import type { Handlers } from './handlers.ts';
import type { Actor } from '../access/actor.ts';

type Users = Handlers<Routes['users']>;

// The compiler checks the server against the contract; these lines check that it does. Only the type check reads them.
describe('types of handlers', () => {
  test('a missing handler does not compile', () => {
    expectTypeOf<Omit<Users, 'listGroups'>>().not.toExtend<Users>();
    expectTypeOf<Users>().toExtend<Users>();
  });

  test('a handler with another reply does not compile', () => {
    expectTypeOf<() => [{ id: string; groupName: string }]>().not.toExtend<Users['listGroups']>();
    expectTypeOf<() => [{ id: number; groupName: string }]>().toExtend<Users['listGroups']>();
  });

  test('an answer in parts compiles only for a route that answers a file', () => {
    expectTypeOf<() => AsyncIterable<string>>().toExtend<Handlers<Routes['history']>['exportPassages']>();
    expectTypeOf<() => AsyncIterable<string>>().not.toExtend<Handlers<Routes['system']>['metrics']>();
  });

  test('an undeclared hub event, or one with other data, does not compile', () => {
    expectTypeOf<'ReceiveNothing'>().not.toExtend<Parameters<Change['push']>[0]>();
    expectTypeOf<{ reason: 'tired' }>().not.toExtend<EventData<typeof events.ReceiveSessionEnd>>();
  });

  test('a query without a scope, or with a literal scope, does not compile', () => {
    expectTypeOf<Omit<Reader, 'scope'>>().not.toExtend<Reader>();
    expectTypeOf<{ kind: 'all'; userId: UserId }>().not.toExtend<Scope>();
  });

  test('the actor is never null in a signed-in route, and may be null in a public one', () => {
    expectTypeOf<Call<readonly ['admin']>['actor']>().toEqualTypeOf<Actor>();
    expectTypeOf<Call<'public'>['actor']>().toEqualTypeOf<Actor | null>();
  });
});
