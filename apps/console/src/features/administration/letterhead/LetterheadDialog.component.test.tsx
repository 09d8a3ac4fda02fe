import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { answer, callsOf, refuse } from '#/testing/fake-server.ts';
import { setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { LetterheadDialog } from './LetterheadDialog.tsx';

const SAVE = 'POST /company/letterhead';
const dialog = page.getByRole('dialog', { name: 'Report Letterhead' });
const address = dialog.getByRole('textbox', { name: 'Address' });
const save = dialog.getByRole('button', { name: 'Save' });

beforeEach(() => answer('GET /company/letterhead', { address: '12 Main Street', logo: null }));

const show = () => render(<LetterheadDialog isOpen onClose={() => undefined} />);

async function makePicture(type: string): Promise<File> {
  const canvas = new OffscreenCanvas(1600, 400);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = '#006ed5';
  pen.fillRect(0, 0, 1600, 400);
  return new File([await canvas.convertToBlob({ type })], 'logo.png', { type });
}

it('[W-262] LetterheadDialog saves the address and a picture of any kind as a JPEG logo', async () => {
  show();
  await expect.element(address).toHaveValue('12 Main Street');
  await expectAccessible();
  await address.fill('12 Main Street\nTulsa');
  await userEvent.upload(dialog.getByLabelText('Logo', { exact: true }).last(), await makePicture('image/png'));
  await expect.element(dialog.getByAltText('The logo as it is printed')).toBeVisible();
  answer(SAVE, { address: '12 Main Street\nTulsa', logo: null });
  await save.click();
  await expect.element(page.getByText('Letterhead saved')).toBeVisible();
  const body = callsOf(SAVE)[0]?.body as { readonly address: string; readonly logo: string };
  expect(body.address).toBe('12 Main Street\nTulsa');
  expect(atob(body.logo).slice(0, 3)).toBe('\u00ff\u00d8\u00ff');
});

it('[W-262] LetterheadDialog says what is no picture, and keeps the entries when saving fails', async () => {
  show();
  await expect.element(address).toHaveValue('12 Main Street');
  await userEvent.upload(
    dialog.getByLabelText('Logo', { exact: true }).last(),
    new File(['no picture'], 'a.png', { type: 'image/png' }),
  );
  await expect.element(dialog.getByText(/This file is no picture/)).toBeVisible();
  await address.fill('1 Long Road');
  refuse(SAVE, 'logo-refused');
  await save.click();
  await expect.element(dialog.getByText(/The logo is no JPEG picture/)).toBeVisible();
  await expect.element(address).toHaveValue('1 Long Road');
});

it('LetterheadDialog cannot be saved offline', async () => {
  show();
  await expect.element(address).toHaveValue('12 Main Street');
  setOffline();
  await expect.element(save).toBeDisabled();
});
