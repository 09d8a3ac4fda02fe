import { expect } from '../test.ts';
import type { Walk } from './look.ts';

/** Screens that open without a sign-in. */
const ADDRESSES = {
  login: '/login',
  reset: '/reset',
  'set-password': '/set-password#token=x',
  acknowledge: '/acknowledge#token=x',
  authenticated: '/authenticated',
  nowhere: '/nowhere',
} as const;

export const walkEntry: Walk = async (page, _site, look) => {
  for (const [name, address] of Object.entries(ADDRESSES)) {
    await page.goto(address);
    await expect(page.getByRole('heading').or(page.getByRole('button')).first()).toBeVisible();
    await look(`entry-${name}`);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Enter your email address')).toBeVisible();
  await look('entry-login-refused');
};
