import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { expectNone } from '#/features/runs/testing/run-screen.ts';
import { NEW_DRAFT } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { NotesField } from './NotesField.tsx';
import { PathFields } from './PathFields.tsx';
import { useUnitStore } from '#/features/units/units.ts';

function Fields() {
  const draft = useEditor((editor) => editor.draft);
  return (
    draft && (
      <>
        <PathFields draft={draft} />
        <NotesField notes={draft.notes} />
      </>
    )
  );
}

const name = page.getByLabelText('Pig run name');
const speed = page.getByLabelText('Expected speed (mph)');
const diameter = page.getByLabelText('Pipeline diameter (in)');
const notes = page.getByRole('textbox', { name: 'Pig Run Notes' });
const readDraft = () => useEditor.getState().draft;

function renderNew(): void {
  startEditing(NEW_DRAFT);
  render(<Fields />);
}

it('[R-025, R-084] PathFields asks for a name only after the user leaves the empty field', async () => {
  renderNew();
  await name.click();
  await expectNone(page.getByText('Enter pig run name.'));
  await userEvent.tab();
  await expect.element(page.getByText('Enter pig run name.')).toBeVisible();
  await name.fill('Enid to Ponca');
  await expectNone(page.getByText('Enter pig run name.'));
});

it('[R-070, R-071] PathFields refuses a name of only spaces and one of more than 150 characters', async () => {
  renderNew();
  await name.fill('   ');
  await expect.element(page.getByText('Enter pig run name.')).toBeVisible();
  await name.fill('x'.repeat(151));
  await expect.element(page.getByText('Pig run name is too long. Maximum length is 150 characters.')).toBeVisible();
  await name.fill('x'.repeat(150));
  await expectNone(page.getByText(/too long/));
});

it('[R-026, R-074, R-105] PathFields begins with 3 mph and explains speeds outside 0.1 to 20 mph', async () => {
  renderNew();
  const rule = page.getByText('Expected speed between 0.1 and 20 mph is required to calculate ETAs!');
  await expect.element(speed).toHaveValue('3');
  for (const typed of ['20.1', '0.09', '', 'fast']) {
    await speed.fill(typed);
    await expect.element(rule).toBeVisible();
  }
  for (const typed of ['20', '0.1']) {
    await speed.fill(typed);
    await expectNone(rule);
  }
  expect(readDraft()?.speedMph).toBe(0.1);
});

it('[R-027, R-077, R-106] PathFields begins with 8 inches and explains diameters outside 4 to 50 inches', async () => {
  renderNew();
  const rule = page.getByText('A pipeline diameter between 4 and 50 inches is required to use Machine Learning.');
  await expect.element(diameter).toHaveValue('8');
  for (const typed of ['3.9', '50.5', '']) {
    await diameter.fill(typed);
    await expect.element(rule).toBeVisible();
  }
  await diameter.fill('16');
  await expectNone(rule);
  expect(readDraft()?.diameterIn).toBe(16);
});

it('[W-305] PathFields shows and takes metric units, converts what has another one, and refuses a decimal comma', async () => {
  useUnitStore.setState({ units: 'metric' });
  renderNew();
  const metres = page.getByLabelText('Expected speed (m/s)');
  const millimetres = page.getByLabelText('Pipeline diameter (mm)');
  await expect.element(metres).toHaveValue('1.341');
  await expect.element(millimetres).toHaveValue('203.2');
  await metres.fill('1,3');
  await expect.element(page.getByText('Write decimals with a point, as in 1.3, and no commas.')).toBeVisible();
  await metres.fill('4 mph');
  expect(readDraft()?.speedMph).toBe(4);
  await millimetres.fill('16 in');
  await expect.element(metres).toHaveValue('1.788');
  await userEvent.tab();
  await expect.element(millimetres).toHaveValue('406.4');
  expect(readDraft()).toMatchObject({ speedMph: 4, diameterIn: 16 });
  await metres.fill('9');
  await expect.element(page.getByText(/between 0\.045 and 8\.94 m\/s/)).toBeVisible();
});

it('[W-305] PathFields converts metric entries of a user of US customary units', async () => {
  renderNew();
  await speed.fill('1.5 m/s');
  await diameter.fill('300 mm');
  await userEvent.tab();
  await expect.element(speed).toHaveValue('3.355');
  await expect.element(diameter).toHaveValue('11.811');
});

it('[W-305] QuantityField writes a number of the user as it was typed', async () => {
  renderNew();
  for (const mph of ['15', '20', '99']) {
    await speed.fill(mph);
    await userEvent.tab();
    await expect.element(speed).toHaveValue(mph);
  }
});

it('QuantityField keeps a trailing decimal point', async () => {
  renderNew();
  await speed.click();
  await userEvent.keyboard('.');
  await expect.element(speed).toHaveValue('3.');
  await userEvent.keyboard('5');
  expect(readDraft()?.speedMph).toBe(3.5);
});

it('[R-035, R-083] NotesField counts the characters and refuses more than 1000', async () => {
  renderNew();
  const section = page.getByRole('region', { name: 'Pig Run Notes' });
  await notes.fill('x'.repeat(1001));
  await expect.element(section).toMatchTextContent('1,001 / 1000');
  await expect.element(section).toMatchTextContent('Pig run notes cannot exceed 1000 characters.');
  await notes.fill('River crossing at AGM-02.');
  await expect.element(section).toMatchTextContent('25 / 1000');
  await expectNone(page.getByText(/cannot exceed/));
});
