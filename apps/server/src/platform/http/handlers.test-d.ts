import type { EventData } from '@waymark/contract/event';
import type { events } from '@waymark/contract/events/index';
import type { Routes } from '@waymark/contract/routes/index';
import { describe, expectTypeOf, test } from 'vitest';
import type { Reader } from '../database/database.ts';
import type { Change } from '../database/change.ts';
import type { Scope } from '../access/scope.ts';
import type { Call } from './call.ts';
import type { Handlers } from './handlers.ts';
import type { Actor } from '../access/actor.ts';

type Users = Handlers<Routes['users']>;

// The compiler holds the server to the contract; these lines hold the compiler to that. Only the type check reads them.
describe('what does not compile', () => {
  test('a missing handler', () => {
    expectTypeOf<Omit<Users, 'listGroups'>>().not.toExtend<Users>();
    expectTypeOf<Users>().toExtend<Users>();
  });

  test('a handler with another reply', () => {
    expectTypeOf<() => [{ id: string; groupName: string }]>().not.toExtend<Users['listGroups']>();
    expectTypeOf<() => [{ id: number; groupName: string }]>().toExtend<Users['listGroups']>();
  });

  test('an answer in parts, where the route does not answer a file', () => {
    expectTypeOf<() => AsyncIterable<string>>().toExtend<Handlers<Routes['history']>['exportPassages']>();
    expectTypeOf<() => AsyncIterable<string>>().not.toExtend<Handlers<Routes['system']>['metrics']>();
  });

  test('a hub event that is not declared, or with other data', () => {
    expectTypeOf<'ReceiveNothing'>().not.toExtend<Parameters<Change['push']>[0]>();
    expectTypeOf<{ reason: 'tired' }>().not.toExtend<EventData<typeof events.ReceiveSessionEnd>>();
  });

  test('a query without a scope, and a scope that nobody made', () => {
    expectTypeOf<Omit<Reader, 'scope'>>().not.toExtend<Reader>();
    expectTypeOf<{ kind: 'all'; userId: number }>().not.toExtend<Scope>();
  });

  test('a handler of a signed-in route need not ask whether somebody is signed in; of a public one it must', () => {
    expectTypeOf<Call<readonly ['admin']>['actor']>().toEqualTypeOf<Actor>();
    expectTypeOf<Call<'public'>['actor']>().toEqualTypeOf<Actor | null>();
  });
});
