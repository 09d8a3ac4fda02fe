import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#/testing/render.tsx';
import { makePath } from '#/features/runs/testing/run-fixtures.ts';
import { expectNone, press } from '#/features/runs/testing/run-screen.ts';
import { draftOfPath } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { LineFileField } from './LineFileField.tsx';

const field = page.getByRole('group', { name: 'Line file' });
const upload = (file: File) => userEvent.upload(field.element().querySelector('input') as HTMLInputElement, file);

const kml = (...lines: readonly string[]) =>
  `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${lines
    .map((line) => `<LineString><coordinates>${line}</coordinates></LineString>`)
    .join('')}</Document></kml>`;

function Field() {
  const draft = useEditor((editor) => editor.draft);
  return draft && <LineFileField draft={draft} />;
}

it('LineFileField joins the pieces of a KML file from the launch site on and says the widest gap', async () => {
  startEditing(draftOfPath(makePath()));
  render(<Field />);
  await expect.element(field).toMatchTextContent('Optional: KML, KMZ, GeoJSON, GPX');
  await upload(
    new File([kml('-96.03,36.13 -96.3,36.07 -96.5,36.03', '-96.767,35.985 -96.64,36.01 -96.5001,36.03')], 'line.kml'),
  );
  await expect.element(field).toMatchTextContent(/6 points, 2 pieces joined, widest gap \d+ ft/);
  expect(useEditor.getState().draft?.lineKml?.[0]).toEqual([-96.767, 35.985]);
});

it('LineFileField says why a file is no line and keeps the previous line', async () => {
  startEditing(
    draftOfPath(
      makePath({
        pigLineKml: [
          [-96.767, 35.985],
          [-96.03, 36.13],
        ],
      }),
    ),
  );
  render(<Field />);
  await expect.element(field).toMatchTextContent('Saved line');
  await upload(new File(['<kml><Document/></kml>'], 'empty.kml'));
  await expect.element(field.getByRole('alert')).toMatchTextContent(/^empty\.kml: ./);
  expect(useEditor.getState().draft?.lineKml).toHaveLength(2);
});

it('LineFileField removes the line, so that the path goes straight between markers again', async () => {
  startEditing(
    draftOfPath(
      makePath({
        pigLineKml: [
          [-96.767, 35.985],
          [-96.4, 36.5],
          [-96.03, 36.13],
        ],
      }),
    ),
  );
  render(<Field />);
  await expect.element(field).toMatchTextContent('3 points');
  await press('Remove line file', field);
  await expect.element(field).toMatchTextContent('Optional: KML');
  expect(useEditor.getState().draft?.lineKml).toBeNull();
  await expectNone(field.getByRole('button', { name: 'Remove line file' }));
});
