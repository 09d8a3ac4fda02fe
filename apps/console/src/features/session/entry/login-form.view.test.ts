import { describe, expect, it } from 'vitest';
import { ApiError } from '#/api/api-error.ts';
import { describeSignInFailure, validateLogin } from './login-form.view.ts';

describe('the login form', () => {
  it('[A-024] an empty email gives its text', () => {
    expect(validateLogin({ email: '  ', password: 'x' })).toEqual({ email: 'Enter your email address' });
  });

  it('[A-025] an empty password gives its text', () => {
    expect(validateLogin({ email: 'dana@example.com', password: '' })).toEqual({ password: 'Enter your password' });
  });

  it('is fine with both, whatever they are: the provider judges', () => {
    expect(validateLogin({ email: 'dana', password: ' ' })).toEqual({});
  });
});

describe('a refused sign-in', () => {
  it("tells the provider's description", () => {
    const refused = new ApiError({ status: 403, code: 'sign-in-refused', detail: 'Wrong email or password.' });
    expect(describeSignInFailure(refused)).toEqual({ message: 'Wrong email or password.', waitS: 0 });
  });

  it('waits as long as the provider asks for', () => {
    const throttled = { status: 429, code: 'sign-in-throttled', detail: 'Too many attempts.' };
    expect(describeSignInFailure(new ApiError({ ...throttled, retryAfterS: 12 })).waitS).toBe(12);
    expect(describeSignInFailure(new ApiError(throttled)).waitS).toBe(5);
  });

  it('has words for what nobody foresaw', () => {
    expect(describeSignInFailure(new TypeError('x is undefined')).message).toBe('Something bad happened');
  });
});
