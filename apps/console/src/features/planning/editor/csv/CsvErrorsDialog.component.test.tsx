import { readMarkers } from '@waymark/files/csv/read-markers';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { CsvErrorsDialog } from './CsvErrorsDialog.tsx';

const FILE = [
  'AGM Marker Name,Latitude,Longitude,State',
  'Start,36,-96,SKIP',
  ',36.1,-96,TRACK',
  'AGM 2,36.2,-96,WATCH',
  'End,36.3,-96,SKIP',
].join('\n');

it('[R-102] CsvErrorsDialog shows the line number and the message of each problem of a file', async () => {
  const read = readMarkers(new TextEncoder().encode(FILE));
  const problems = read.ok ? [] : read.failure;
  const onClose = vi.fn<() => void>();
  render(
    <CsvErrorsDialog
      isOpen
      refused={{ fileName: 'north.csv', problems }}
      onChooseAnother={() => undefined}
      onClose={onClose}
    />,
  );
  const table = page.getByRole('table', { name: 'Problems' });
  await expect
    .element(table.getByRole('row', { name: /^3 / }))
    .toHaveTextContent('3AGM Marker Name must have between 1 and 20 characters');
  await expect
    .element(table.getByRole('row', { name: /^4 / }))
    .toHaveTextContent('4State must be TRACK or SKIP: WATCH');
  await expectAccessible();
  await page.getByRole('button', { name: 'OK' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
