import { expect, it } from 'vitest';
import { filterUsers } from './users.view.ts';

const user = (id: number, name: string, email: string) => ({ id, group: 1, name, email, phone: '', role: 'viewer' as const });
const users = [user(1, 'Dana Reyes', 'admin@demo.waymark'), user(2, 'Vic Olsen', 'viewer@demo.waymark')];
const idsOf = (text: string) => filterUsers(users, text).map(({ id }) => id);

it('finds users by part of the name or the email, in any letter case', () => {
  expect(idsOf('OLS')).toEqual([2]);
  expect(idsOf(' admin@')).toEqual([1]);
  expect(idsOf('demo')).toEqual([1, 2]);
  expect(idsOf('')).toEqual([1, 2]);
  expect(idsOf('nobody')).toEqual([]);
});
