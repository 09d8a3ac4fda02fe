import type { Role } from '@waymark/contract/roles';
import { expect, it } from 'vitest';
import { listDeviceActions } from './device-actions.view.ts';

const labelsOf = (role: Role) => listDeviceActions(role).map(({ label }) => label);

it('[D-032] [D-035] admin and superadmin have Commands and Historic Data', () => {
  expect([labelsOf('admin'), labelsOf('superadmin')]).toEqual([
    ['Commands', 'Historic Data'],
    ['Commands', 'Historic Data'],
  ]);
});

it('[D-037] [L-062] [L-063] a viewer has only Historic Data', () => {
  expect(labelsOf('viewer')).toEqual(['Historic Data']);
});
