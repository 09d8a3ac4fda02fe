import type { Role } from '@waymark/contract/roles';
import { expect, it } from 'vitest';
import { listDeviceActions } from './device-actions.view.ts';

const labelsOf = (role: Role) => listDeviceActions(role).map(({ label }) => label);

it('[D-032] [D-035] [W-169] admin and superadmin have Commands, Historic Data and Rejected Messages', () => {
  expect([labelsOf('admin'), labelsOf('superadmin')]).toEqual([
    ['Commands', 'Historic Data', 'Rejected Messages'],
    ['Commands', 'Historic Data', 'Rejected Messages'],
  ]);
});

it('[D-037] [L-062] [L-063] a viewer has only Historic Data', () => {
  expect(labelsOf('viewer')).toEqual(['Historic Data']);
});
