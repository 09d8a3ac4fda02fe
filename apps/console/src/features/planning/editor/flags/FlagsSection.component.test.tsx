import { NO_FLAGS } from '@waymark/commands/path-flags';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, holdAnswer, refuse } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { makePath } from '#/features/runs/testing/run-fixtures.ts';
import { button, dialog, expectNone, expectTexts, press } from '#/features/runs/testing/run-screen.ts';
import { draftOfPath, NEW_DRAFT, type EditorDraft } from '../draft.ts';
import { startEditing, useEditor } from '../editor-store.ts';
import { writeFlags } from './flags.view.ts';
import { FlagsSection } from './FlagsSection.tsx';

const ADDRESS = 'GET /pigpath/GetBroadcastCommandData/:pathId';

function Flags() {
  const draft = useEditor((editor) => editor.draft);
  return draft && <FlagsSection draft={draft} />;
}

function renderFlags(draft: EditorDraft = NEW_DRAFT): void {
  startEditing(draft);
  render(<Flags />);
}

const section = page.getByRole('region', { name: 'Broadcast Commands' });
const grid = dialog('Broadcast Commands');
const box = (name: string) => grid.getByRole('checkbox', { name, exact: true });

it('[R-032] FlagsDialog locks flags that an event does not send, and unchecks those that exclude the choice', async () => {
  renderFlags();
  await expect.element(section).toMatchTextContent('None');
  await press('Edit Broadcast Commands', section);
  await expect.element(box('Format disk, Launch')).toBeDisabled();
  await expectAccessible();
  await box('Power mode active, Launch').click();
  await box('Power mode low power, Launch').click();
  await expect.element(box('Power mode active, Launch')).not.toBeChecked();
  await box('Mag only, Now').click();
  await press('OK', grid);
  await expectTexts(section.getByRole('listitem'), ['Now: Mag only', 'Launch: Power mode low power']);
});

it('FlagsDialog keeps the choice of another event', async () => {
  renderFlags();
  await press('Edit Broadcast Commands', section);
  await box('Power mode active, Now').click();
  await box('Power mode low power, Launch').click();
  await expect.element(box('Power mode active, Now')).toBeChecked();
  await press('Cancel', grid);
  await expectNone(grid);
  expect(useEditor.getState().draft?.flags).toBeNull();
  await expect.element(section).toMatchTextContent('None');
});

it("FlagsSection shows the path's commands, and changes nothing when OK is pressed at once", async () => {
  answer(ADDRESS, writeFlags({ ...NO_FLAGS, powerModeBroadcastCommandReceiveEvent: true }));
  renderFlags(draftOfPath(makePath()));
  await expectTexts(section.getByRole('listitem'), ['Receive: Power mode active']);
  await press('Edit Broadcast Commands', section);
  await press('OK', grid);
  await expectNone(grid);
  expect(useEditor.getState().draft?.flags).toBeNull();
});

it('FlagsSection cannot be edited until the commands of a saved path are loaded', async () => {
  const held = holdAnswer(ADDRESS);
  renderFlags(draftOfPath(makePath()));
  await expect.element(button('Edit Broadcast Commands', section)).toBeDisabled();
  held.answer(writeFlags(NO_FLAGS));
  await expect.element(button('Edit Broadcast Commands', section)).toBeEnabled();
});

it('FlagsSection says that the commands did not load, and loads them on Retry', async () => {
  expectLogged(/^ApiError/);
  refuse(ADDRESS, 'path-not-found', { detail: 'There is no such path.' });
  renderFlags(draftOfPath(makePath()));
  await expect.element(section.getByRole('alert')).toMatchTextContent('They did not load: There is no such path.');
  answer(ADDRESS, writeFlags(NO_FLAGS));
  await press('Retry', section);
  await expect.element(section).toMatchTextContent('None');
  await expectNone(section.getByRole('alert'));
});
