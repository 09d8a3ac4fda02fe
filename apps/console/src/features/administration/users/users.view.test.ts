import { expect, it } from 'vitest';
import { describeRole, explainKeptGroup, filterGroups, filterUsers } from './users.view.ts';

const users = [
  { id: 1, name: 'Dana Reyes', email: 'admin@demo.waymark' },
  { id: 2, name: 'Vic Olsen', email: 'viewer@demo.waymark' },
];
const idsOf = (text: string) => filterUsers(users, text).map(({ id }) => id);

it('finds users by part of the name or the email, ignoring case', () => {
  expect(idsOf('OLS')).toEqual([2]);
  expect(idsOf(' admin@')).toEqual([1]);
  expect(idsOf('demo')).toEqual([1, 2]);
  expect(idsOf('')).toEqual([1, 2]);
  expect(idsOf('nobody')).toEqual([]);
});

it('finds groups by part of the name, or by the complete number', () => {
  const groups = [
    { id: 3, groupName: 'Demo Pipelines' },
    { id: 34, groupName: 'Line 3 Services' },
  ];
  const found = (text: string) => filterGroups(groups, text).map(({ id }) => id);
  expect([found('demo'), found('3'), found('34'), found(''), found('4')]).toEqual([[3], [3, 34], [34], [3, 34], []]);
});

it('calls staff superadmin, their only role', () => {
  expect([describeRole({ role: 'viewer' }), describeRole({})]).toEqual(['viewer', 'superadmin']);
});

it('[G-034] allows deleting a group only without AGMs and users, and names them', () => {
  expect(explainKeptGroup({ users: 0, agms: 0 })).toBeUndefined();
  expect(explainKeptGroup({ users: 1, agms: 0 })).toBe('Only an empty group can be deleted. This one has 1 user.');
  expect(explainKeptGroup({ users: 2, agms: 5000 })).toBe(
    'Only an empty group can be deleted. This one has 5,000 AGMs and 2 users.',
  );
  expect(explainKeptGroup({ users: 0, agms: undefined })).toBe('Loading what belongs to it');
});
