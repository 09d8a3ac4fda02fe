import { describe, expect, test } from 'vitest';
import { REQUESTED_SCOPES, roleOfScopes } from './roles.ts';

describe('roles', () => {
  test('[A-051] scope admin:propipe is the superadmin', () => {
    expect(roleOfScopes('openid admin:propipe')).toBe('superadmin');
  });
  test('[A-052] scope admin:company is the admin', () => {
    expect(roleOfScopes('openid profile email admin:company')).toBe('admin');
  });
  test('[A-053] scope user:company is the viewer', () => {
    expect(roleOfScopes('user:company')).toBe('viewer');
  });
  test('[A-050] the role is the highest that the scopes grant, or none', () => {
    expect(roleOfScopes('user:company admin:propipe admin:company')).toBe('superadmin');
    expect(roleOfScopes('openid profile admin:companyx')).toBeNull();
    expect(roleOfScopes('')).toBeNull();
  });
  test('a client requests all scopes of the documents', () => {
    expect(REQUESTED_SCOPES).toBe('openid profile email admin:propipe admin:company user:company');
  });
});
