import { describe, expect, test } from 'vitest';
import type { Actor } from '../../../platform/access/actor.ts';
import { TokenMemory } from './token-memory.ts';

const actorOf = (userId: number, expiresAt = 1000): Actor => ({
  userId,
  name: 'Dana',
  email: 'dana@example.com',
  role: 'admin',
  groupId: 1,
  sessionId: 's',
  expiresAt,
});

describe('token memory', () => {
  test('remembers a token until it expires', () => {
    const memory = new TokenMemory();
    memory.remember('t', actorOf(1), memory.generation);
    expect(memory.find('t', 999)?.userId).toBe(1);
    expect(memory.find('t', 1000)).toBeUndefined();
  });

  test('forgets all tokens of one user and keeps the others', () => {
    const memory = new TokenMemory();
    memory.remember('a', actorOf(1), memory.generation);
    memory.remember('b', actorOf(1), memory.generation);
    memory.remember('c', actorOf(2), memory.generation);
    memory.forgetUser(1);
    expect([memory.find('a', 0), memory.find('b', 0)]).toEqual([undefined, undefined]);
    expect(memory.find('c', 0)?.userId).toBe(2);
  });

  test('does not remember a token that was verified before a user was forgotten', () => {
    const memory = new TokenMemory();
    const generation = memory.generation;
    memory.forgetUser(1);
    memory.remember('a', actorOf(1), generation);
    expect(memory.find('a', 0)).toBeUndefined();
  });
});
