import { exampleRun } from '@waymark/contract/runs/pig-run';
import { exampleShiftEntry } from '@waymark/contract/shift/shift-entry';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, LOG_ID, refuse } from '#/testing/fake-server.ts';
import { setLive, setOffline } from '#/testing/live-state.ts';
import { render } from '#/testing/render.tsx';
import { NoteComposer } from './NoteComposer.tsx';

const RUNS = 'GET /pigrun';
const ADD = 'POST /shift/notes';
const SEND = 'POST /shift/files';

const composer = page.getByRole('form', { name: 'New note' });
const note = composer.getByRole('textbox', { name: 'New note' });
const run = composer.getByLabelText('Run');
const agm = composer.getByLabelText('AGM');
const save = composer.getByRole('button', { name: 'Save note' });
const attach = composer.getByRole('button', { name: 'Attach' });
const chosen = composer.getByRole('list', { name: 'Chosen files' });
const fault = composer.getByRole('alert');

function Composer({ first = null }: { readonly first?: number | null }) {
  const [corrects, setCorrects] = useState(first);
  return <NoteComposer corrects={corrects} onCorrects={setCorrects} />;
}

function show(corrects: number | null = null): void {
  answer(RUNS, [exampleRun]);
  answer(ADD, { entry: exampleShiftEntry });
  answer(SEND, { file: { id: 3, name: 'a.txt', media: 'text/plain', bytes: 2 } });
  render(<Composer first={corrects} />);
}

function drop(name: string, bytes = 1): void {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  composer.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
}

const listChosen = () =>
  chosen
    .getByRole('listitem')
    .elements()
    .map((file) => file.textContent);

const saveByKeys = () => userEvent.keyboard('{Control>}{Enter}{/Control}');

it('[W-368] NoteComposer sends the chosen active run and the typed AGM with the note, and is empty again', async () => {
  show();
  await run.selectOptions('CLN-16-02 (41)');
  await agm.fill(' 100234 ');
  await note.fill('Valve 3 is closed.');
  await userEvent.keyboard('{Meta>}{Enter}{/Meta}');
  await expect.element(note).toHaveValue('');
  await expect.element(note).toHaveFocus();
  await expect.element(run).toHaveValue('');
  await expect.element(agm).toHaveValue('');
  expect(callsOf(RUNS)).toMatchObject([{ query: { active: true } }]);
  expect(callsOf(ADD)).toEqual([
    { body: { note: 'Valve 3 is closed.', runId: 41, uid: 100_234, corrects: null, files: [] } },
  ]);
});

it('NoteComposer saves neither an empty note nor one with an AGM that is no number', async () => {
  show();
  await expect.element(save).toBeDisabled();
  await note.fill('   ');
  await saveByKeys();
  await expect.element(save).toBeDisabled();
  await note.fill('Valve 3');
  await expect.element(save).toBeEnabled();
  for (const wrong of ['AGM 4', '0']) {
    await agm.fill(wrong);
    await expect.element(agm).toHaveAccessibleDescription('This is no number');
    await expect.element(save).toBeDisabled();
  }
  await note.click();
  await saveByKeys();
  await expectAccessible();
  await agm.fill('100234');
  await expect.element(agm).toBeValid();
  await expect.element(save).toBeEnabled();
  expect(callsOf(ADD)).toEqual([]);
});

it('NoteComposer says why it saves nothing while offline, and saves the kept note afterwards', async () => {
  show();
  setOffline();
  await note.fill('Written on the way');
  await expect
    .element(save)
    .toHaveAttribute('title', 'You are offline. Saving is possible again once the connection is back.');
  await saveByKeys();
  expect(callsOf(ADD)).toEqual([]);
  setLive();
  await expect.element(save).not.toHaveAttribute('title');
  await save.click();
  await expect.element(note).toHaveValue('');
  expect(callsOf(ADD)).toMatchObject([{ body: { note: 'Written on the way' } }]);
});

it('NoteComposer accepts no change and no second press while a note is saved', async () => {
  show();
  const held = holdAnswer(ADD);
  await userEvent.upload(composer.getByLabelText('Attach a file'), new File(['hi'], 'a.txt'));
  await note.fill('Once');
  await save.click();
  await expect.poll(() => callsOf(ADD).length).toBe(1);
  for (const field of [run, agm, attach]) await expect.element(field).toBeDisabled();
  await expect.element(note).toHaveAttribute('readonly');
  await expect.element(composer.getByRole('button', { name: 'Remove a.txt' })).toBeDisabled();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  drop('late.txt');
  await save.click({ force: true });
  expect(listChosen()).toEqual(['a.txt · 1 KB']);
  held.answer({ entry: exampleShiftEntry });
  await expect.element(note).toHaveValue('');
  await expect.element(note).not.toHaveAttribute('readonly');
  await expect.element(chosen).not.toBeInTheDocument();
  expect(callsOf(ADD)).toHaveLength(1);
});

it('[W-371] NoteComposer takes five dropped files of at most 5 MB, and says which one it leaves out', async () => {
  show();
  drop('large.pdf', 5_000_001);
  await expect.element(fault).toHaveTextContent('large.pdf is larger than 5 MB.');
  await expect.element(chosen).not.toBeInTheDocument();
  drop('a.pdf', 482_113);
  await expect.element(fault).not.toBeInTheDocument();
  for (const name of ['b.txt', 'c.txt', 'd.txt']) drop(name);
  await expect.element(attach).toBeEnabled();
  drop('e.jpg', 1_250_000);
  await expect.element(attach).toBeDisabled();
  drop('f.txt');
  await expect.element(fault).toHaveTextContent('A note has at most five files.');
  expect(listChosen()).toEqual(['a.pdf · 482 KB', 'b.txt · 1 KB', 'c.txt · 1 KB', 'd.txt · 1 KB', 'e.jpg · 1.3 MB']);
  await composer.getByRole('button', { name: 'Remove b.txt' }).click();
  await expect.element(attach).toBeEnabled();
  await expect.element(fault).not.toBeInTheDocument();
  drop('g.txt');
  await expect
    .poll(listChosen)
    .toEqual(['a.pdf · 482 KB', 'c.txt · 1 KB', 'd.txt · 1 KB', 'e.jpg · 1.3 MB', 'g.txt · 1 KB']);
  await expectAccessible();
});

it('[W-371] NoteComposer sends no note whose file is refused, and keeps both until the file is removed', async () => {
  show();
  refuse(SEND, 'shift-file-refused');
  drop('setup.exe');
  await note.fill('See the file');
  await save.click();
  await expect
    .element(fault)
    .toHaveTextContent(`The file is no picture, PDF or text, or is larger than 5 MB. LogId = ${LOG_ID}`);
  expect(callsOf(ADD)).toEqual([]);
  await expect.element(note).toHaveValue('See the file');
  await composer.getByRole('button', { name: 'Remove setup.exe' }).click();
  await save.click();
  await expect.element(note).toHaveValue('');
  await expect.element(fault).not.toBeInTheDocument();
  expect(callsOf(ADD)).toMatchObject([{ body: { note: 'See the file', files: [] } }]);
});

it('[W-368] NoteComposer keeps the text of a correction that becomes a note of its own', async () => {
  show(12);
  await note.fill('Valve 4');
  await composer.getByRole('button', { name: 'Do not correct' }).click();
  await expect.element(composer.getByText(/^This note corrects/)).not.toBeInTheDocument();
  await expect.element(note).toHaveValue('Valve 4');
  await save.click();
  await expect.element(note).toHaveValue('');
  expect(callsOf(ADD)).toMatchObject([{ body: { note: 'Valve 4', corrects: null } }]);
});

it('NoteComposer says that the runs did not load, and saves a note without one', async () => {
  expectLogged(/^ApiError/);
  refuse(RUNS, 'forbidden');
  answer(ADD, { entry: exampleShiftEntry });
  render(<Composer />);
  await expect.element(run).toHaveAccessibleDescription('Runs did not load');
  await note.fill('Valve 3 is closed.');
  await save.click();
  await expect.element(note).toHaveValue('');
  expect(callsOf(ADD)).toMatchObject([{ body: { runId: null } }]);
});
