import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { button, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { NEW_DRAFT } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { PigsSection } from './PigsSection.tsx';

const NO_PIGS: readonly string[] = [];

function Pigs() {
  return <PigsSection pigs={useEditor(({ draft }) => draft?.pigs ?? NO_PIGS)} />;
}

function renderPigs(...pigs: readonly string[]): void {
  startEditing({ ...NEW_DRAFT, pigs });
  render(<Pigs />);
}

const section = page.getByRole('region', { name: 'Pigs' });
const name = section.getByLabelText('Pig name');
const chips = section.getByRole('listitem');

it('[R-034] PigsSection adds a pig with Enter, without the spaces around its name', async () => {
  renderPigs();
  await name.fill(' CLN-1 ');
  await userEvent.keyboard('{Enter}');
  await expectTexts(chips, ['CLN-1']);
  await expect.element(name).toHaveValue('');
  await expect.element(section).toMatchTextContent('1 of 5');
});

it('PigsSection refuses an empty name and one that differs only in case', async () => {
  renderPigs('CLN-1');
  await press('Add Pig', section);
  await expect.element(section).toMatchTextContent('Enter a pig name.');
  await name.fill('cln-1');
  await press('Add Pig', section);
  await expect.element(section).toMatchTextContent('There is already a pig cln-1.');
  await expect.element(name).toHaveValue('cln-1');
  await expectTexts(chips, ['CLN-1']);
});

it('[R-040, R-107] PigsSection refuses a sixth pig until one is removed', async () => {
  renderPigs('P1', 'P2', 'P3', 'P4', 'P5');
  await expect.element(button('Add Pig', section)).toBeDisabled();
  await expect.element(button('Add Pig', section)).toHaveAttribute('title', 'A path has at most 5 pigs.');
  await expect.element(name).toBeDisabled();
  await press('Remove P3', section);
  await expectTexts(chips, ['P1', 'P2', 'P4', 'P5']);
  await expect.element(button('Add Pig', section)).toBeEnabled();
});
