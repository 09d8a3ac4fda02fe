import { describe, expect, it } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { describeSignInFailure, validateLogin } from './login-form.view.ts';

describe('the login form', () => {
  it('[A-024] an empty email has its message', () => {
    expect(validateLogin({ email: '  ', password: 'x' })).toEqual({ email: 'Enter your email address' });
  });

  it('[A-025] an empty password has its message', () => {
    expect(validateLogin({ email: 'dana@example.com', password: '' })).toEqual({ password: 'Enter your password' });
  });

  it('any non-empty email and password are valid: the provider decides', () => {
    expect(validateLogin({ email: 'dana', password: ' ' })).toEqual({});
  });
});

describe('a refused sign-in', () => {
  it("a refusal shows the provider's description", () => {
    const refused = new ApiError({ status: 403, code: 'sign-in-refused', detail: 'Wrong email or password.' });
    expect(describeSignInFailure(refused)).toEqual({ message: 'Wrong email or password.', waitS: 0 });
  });

  it('a refusal blocks the form for as long as the provider requires', () => {
    const throttled = { status: 429, code: 'sign-in-throttled', detail: 'Too many attempts.' };
    expect(describeSignInFailure(new ApiError({ ...throttled, retryAfterS: 12 })).waitS).toBe(12);
    expect(describeSignInFailure(new ApiError(throttled)).waitS).toBe(5);
  });

  it('an unexpected error has a general message', () => {
    expect(describeSignInFailure(new TypeError('x is undefined')).message).toBe('Something bad happened');
  });
});
