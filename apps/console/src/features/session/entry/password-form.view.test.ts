import { describe, expect, it } from 'vitest';
import { emptyPasswordForm, explainBlockedChange, viewPasswordForm, type PasswordForm } from './password-form.view.ts';

const view = (form: Partial<PasswordForm>) =>
  viewPasswordForm({
    ...emptyPasswordForm,
    isPasswordTouched: true,
    isRetypedTouched: true,
    isRetypedLeft: true,
    ...form,
  });

describe('the form for a new password', () => {
  it('shows no error before the user types, and cannot be sent', () => {
    expect(viewPasswordForm(emptyPasswordForm)).toEqual({ passwordError: null, retypedError: null, canSubmit: false });
  });

  it('[A-059] an emptied password is reported as missing', () => {
    expect(view({}).passwordError).toBe('Password is missing');
  });

  it('[A-058] an invalid password shows the rule', () => {
    expect(view({ password: 'short1A' }).passwordError).toMatch(/^Invalid password - use at least 8 characters/);
  });

  it('[A-060] a retyped password must match', () => {
    expect(view({ password: 'Correct-horse-7', retyped: 'Correct-horse-8' }).retypedError).toBe(
      'Password does not match',
    );
  });

  it('a retyped password shows no error while it is being typed', () => {
    const typing = { password: 'Correct-horse-7', retyped: 'Correct' };
    expect(view({ ...typing, isRetypedLeft: false }).retypedError).toBeNull();
    expect(view({ ...typing, isRetypedLeft: true }).retypedError).toBe('Password does not match');
  });

  it.each([
    ['', '', false],
    ['short1A', 'short1A', false],
    ['Correct-horse-7', '', false],
    ['Correct-horse-7', 'correct-horse-7', false],
    ['Correct-horse-7', 'Correct-horse-7', true],
  ])('[A-061] a form with %j and %j may be sent: %s', (password, retyped, canSubmit) => {
    expect(view({ password, retyped }).canSubmit).toBe(canSubmit);
  });
});

describe('changing a password', () => {
  it('[W-024] a change is blocked until the current password is typed and the new one is complete', () => {
    expect(explainBlockedChange('', true)).toBe('Type your current password.');
    expect(explainBlockedChange('Correct-horse-7', false)).toBe('Type the new password in both fields.');
    expect(explainBlockedChange('Correct-horse-7', true)).toBeUndefined();
  });
});
