import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readLanguage } from '#/language/language-choice.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { LanguageDialog } from './LanguageDialog.tsx';
import { showLanguageOf } from './show-language.ts';

const OWN = 'POST /pigrun/user/language';
const COMPANY = 'POST /company/language';
const user = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: 'en',
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
} as const;

const dialog = page.getByRole('dialog', { name: 'Language' });
const mine = dialog.getByRole('radiogroup', { name: 'My language' });
const ofCompany = dialog.getByRole('radiogroup', { name: 'Language of the company' });

beforeEach(() => answer('GET /pigrun/user/get-user', user));

it('[W-508] LanguageDialog names each language in its own words, and saves what an admin chooses for the company', async () => {
  render(<LanguageDialog isOpen onClose={() => undefined} />);
  await expect.element(mine.getByRole('radio', { name: 'English' })).toBeChecked();
  await expect.element(mine.getByRole('radio', { name: 'Français' })).toBeVisible();
  await expectAccessible();
  await ofCompany.getByRole('radio', { name: 'Español' }).click();
  answer(COMPANY, { ...user, companyLanguage: 'es' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Language saved')).toBeVisible();
  expect(callsOf(COMPANY).map(({ body }) => body)).toEqual([{ language: 'es' }]);
  expect(callsOf(OWN)).toEqual([]);
});

it('[W-508] showLanguageOf loads the page again for another language alone, and keeps it for the next visit', () => {
  const loads: string[] = [];
  const show = (language: 'en' | 'es' | null, companyLanguage: 'en' | 'fr') =>
    showLanguageOf({ language, companyLanguage }, () => loads.push(readLanguage()));
  show('en', 'fr');
  expect(loads).toEqual([]);
  show(null, 'fr');
  show(null, 'fr');
  show('es', 'fr');
  expect(loads).toEqual(['fr', 'es']);
});

it('showLanguageOf never loads a page again whose browser stores nothing', () => {
  const storing = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const loads: string[] = [];
  showLanguageOf({ language: 'fr', companyLanguage: 'en' }, () => loads.push('again'));
  storing.mockRestore();
  expect(loads).toEqual([]);
});
