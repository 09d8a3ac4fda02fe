import { expect, it } from 'vitest';
import { ControlBudgets } from './control-budgets.ts';
import { ENDPOINT_LIMITS } from './limits.ts';

it('[W-178] a client is refused unchecked only at the address that has used up its sign-ins', () => {
  const budgets = new ControlBudgets({ ...ENDPOINT_LIMITS, signInsPerMinute: 1 });
  const refusedAt = () => ['10.0.0.1', '10.0.0.2'].map((network) => budgets.refusesSignIn('agm-7', network));
  expect([budgets.find('agm-7').allowsSignIn('10.0.0.1'), refusedAt()]).toEqual([true, [false, false]]);
  expect([budgets.find('agm-7').allowsSignIn('10.0.0.1'), refusedAt()]).toEqual([false, [true, false]]);
  expect(budgets.refusesSignIn('agm-8', '10.0.0.1')).toBe(false);
});
