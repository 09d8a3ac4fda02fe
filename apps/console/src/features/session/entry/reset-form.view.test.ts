import { describe, expect, it } from 'vitest';
import { validateResetEmail, viewResetForm } from './reset-form.view.ts';

const domain = '@example.com';

describe('the email of the reset form', () => {
  it.each(['', '   ', 'dana', 'dana@', '@example.com', 'dana@example'])('[A-034] the email %j is invalid', (email) => {
    expect(validateResetEmail(email)).toBe('Invalid email');
  });

  it('[A-035] an email has 6 to 254 characters, inclusive', () => {
    const long = (length: number) => `a@${'b'.repeat(60)}.${'c'.repeat(length - 66)}.io`;
    expect([validateResetEmail('a@b.c'), validateResetEmail('a@b.io')]).toEqual(['Invalid email', null]);
    expect([long(254).length, validateResetEmail(long(254)), validateResetEmail(long(255))]).toEqual([
      254,
      null,
      'Invalid email',
    ]);
  });

  it('[A-036] an email has at most 64 characters before the @', () => {
    expect(validateResetEmail('a'.repeat(64) + domain)).toBeNull();
    expect(validateResetEmail('a'.repeat(65) + domain)).toBe('Invalid email');
  });
});

describe('the steps of the reset form', () => {
  it('[A-032] [A-037] Submit shows loading while sending, then stays disabled', () => {
    expect(viewResetForm('form')).toMatchObject({ isLoading: false, isSubmitDisabled: false });
    expect(viewResetForm('sending')).toMatchObject({ isLoading: true, isSubmitDisabled: true });
    expect(viewResetForm('sent')).toMatchObject({ isLoading: false, isSubmitDisabled: true });
  });

  it('[A-033] explains the next step after sending', () => {
    expect(viewResetForm('sending').note).toBeNull();
    expect(viewResetForm('sent').note).toBe('Please check your email for instructions');
  });
});
