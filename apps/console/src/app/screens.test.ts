import { ROLES } from '@waymark/contract/roles';
import { describe, expect, it } from 'vitest';
import { findScreenAt, listMenuScreens, pathOfScreen, SCREENS } from './screens.ts';

describe('screens', () => {
  it('opens the map for every role, the user management for superadmins, and the others for admins too', () => {
    const rolesOf = (path: string) => ROLES.filter((role) => findScreenAt(path)?.roles.includes(role));
    expect(rolesOf('/')).toEqual([...ROLES]);
    expect(rolesOf('/users')).toEqual(['superadmin']);
    expect(rolesOf('/on-call')).toEqual(['admin', 'superadmin']);
    expect(rolesOf('/webhooks')).toEqual(['admin', 'superadmin']);
    expect(rolesOf('/shift')).toEqual(['admin', 'superadmin']);
  });

  it('finds no screen at an unknown path', () => {
    expect(findScreenAt('/login')).toBeUndefined();
  });

  it('lists only the screens of a role in its menu', () => {
    expect(listMenuScreens('superadmin').map(({ path }) => path)).toEqual([
      '/users',
      '/on-call',
      '/shift',
      '/webhooks',
    ]);
    expect(listMenuScreens('admin').map(({ path }) => path)).toEqual(['/on-call', '/shift', '/webhooks']);
    expect(listMenuScreens('viewer')).toEqual([]);
  });

  it('names and paths of screens are unique', () => {
    expect(new Set(SCREENS.map(({ name }) => name)).size).toBe(SCREENS.length);
    expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
  });
});

describe('pathOfScreen', () => {
  it.each([
    ['home', '/'],
    ['userManagement', '/users'],
    ['/users', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['constructor', '/'],
    ['', '/'],
    [undefined, '/'],
    [null, '/'],
  ])('leads from the name %j to %s', (name, path) => {
    expect(pathOfScreen(name)).toBe(path);
  });
});
