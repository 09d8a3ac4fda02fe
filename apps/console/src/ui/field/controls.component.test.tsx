import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#/testing/axe.ts';
import { render } from '#/testing/render.tsx';
import { Button } from '../button/Button.tsx';
import { CopyField } from './CopyField.tsx';
import { StatusPill } from '../state/StatusPill.tsx';
import { useFileChoice } from './use-file-choice.tsx';
import { UtcClock } from '../clock/UtcClock.tsx';
import { RangeMenu } from './RangeMenu.tsx';
import { listTimeRanges, type TimeRange } from './time-ranges.ts';
import { UtcField } from './UtcField.tsx';

it('Button ignores clicks while it is busy and keeps the focus', async () => {
  const onClick = vi.fn<() => void>();
  const { rerender } = render(<Button onClick={onClick}>Send</Button>);
  const button = page.getByRole('button', { name: 'Send' });
  await button.click();
  rerender(
    <Button onClick={onClick} isBusy>
      Send
    </Button>,
  );
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  expect(onClick).toHaveBeenCalledOnce();
});

it('Button of type submit does not submit its form while it is busy', async () => {
  const onSubmit = vi.fn<() => void>();
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" isBusy>
        Send
      </Button>
    </form>,
  );
  await page.getByRole('button', { name: 'Send' }).click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

it('CopyField copies its text and says so', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<CopyField label="Password" text="Kx-77-moss" />);
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expect.element(page.getByRole('button', { name: 'Password copied' })).toBeVisible();
  expect(write).toHaveBeenCalledExactlyOnceWith('Kx-77-moss');
  write.mockRestore();
});

it('CopyField selects its text for the keyboard when the browser refuses the clipboard', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  render(<CopyField label="Password" text="Kx-77-moss" />);
  const field = page.getByRole('textbox', { name: 'Password' });
  await page.getByRole('button', { name: 'Copy password' }).click();
  await expect.element(field).toHaveAccessibleDescription('Press Ctrl+C to copy.');
  await expect.element(field).toHaveFocus();
  expect(document.getSelection()?.toString()).toBe('Kx-77-moss');
  await expect.element(field).toHaveAttribute('readonly');
  write.mockRestore();
});

function Launch({ error }: { readonly error?: string }) {
  const [value, setValue] = useState('');
  return <UtcField label="Launch (UTC)" value={value} error={error ?? null} onChange={setValue} />;
}

it('UtcField inserts the separators between the digits as they are typed', async () => {
  render(<Launch />);
  const field = page.getByRole('textbox', { name: 'Launch (UTC)' });
  await expect.element(field).toHaveAttribute('placeholder', 'YYYY-MM-DD HH:mm:ss');
  await field.click();
  await userEvent.keyboard('20260318000651x9');
  await expect.element(field).toHaveValue('2026-03-18 00:06:51');
});

it('UtcField keeps a pasted time unchanged', async () => {
  render(<Launch />);
  const field = page.getByRole('textbox', { name: 'Launch (UTC)' });
  await field.fill('2026-03-18T00:06:51Z');
  await expect.element(field).toHaveValue('2026-03-18 00:06:51');
});

it('UtcField describes the field with its error', async () => {
  render(<Launch error="Enter a time." />);
  const field = page.getByRole('textbox', { name: 'Launch (UTC)' });
  await expect.element(field).toHaveAccessibleDescription('Enter a time.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
});

it('UtcField fills the field from the picker, with seconds', async () => {
  render(<Launch />);
  const picker = document.querySelector<HTMLInputElement>('input[type=datetime-local]');
  expect(picker).not.toBeNull();
  if (picker) await userEvent.fill(picker, '2026-03-18T00:06');
  await expect.element(page.getByRole('textbox', { name: 'Launch (UTC)' })).toHaveValue('2026-03-18 00:06:00');
});

it('[W-159] RangeMenu fills both ends by keyboard, with the times of its opening', async () => {
  let now = Date.UTC(2026, 2, 18, 0, 6, 51);
  const picked: TimeRange[] = [];
  render(<RangeMenu listRanges={() => listTimeRanges(now)} onPick={(range) => picked.push(range)} />);
  now += 60_000;
  page.getByRole('button', { name: 'Presets' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Last hour' })).toBeVisible();
  await expectAccessible();
  await page.getByRole('menuitem', { name: 'Today' }).click();
  expect(picked).toEqual([{ label: 'Today', from: '2026-03-18 00:00:00', to: '2026-03-18 00:07:51' }]);
});

it('UtcClock shows the time of the server, not of this machine', async () => {
  const yearMs = 365 * 24 * 3_600_000;
  render(<UtcClock offsetMs={yearMs} />);
  const shown = new Date(Date.now() + yearMs).toISOString().slice(0, 10);
  await expect.element(page.getByRole('time')).toMatchTextContent(new RegExp(String.raw`${shown} \d\d:\d\d:\d\dUTC`));
});

it('StatusPill says since when the connection is lost and from when the data is', async () => {
  const at = Date.UTC(2026, 2, 18, 0, 6, 51);
  const { rerender } = render(<StatusPill connection={{ state: 'live' }} />);
  const pill = page.getByRole('status');
  await expect.element(pill).toHaveTextContent('Live');
  rerender(<StatusPill connection={{ state: 'offline', sinceAt: at, dataAt: at - 4000 }} />);
  await expect.element(pill).toHaveTextContent('Offlinesince 03-18 00:06:51 UTC, data as of 03-18 00:06:47 UTC');
  await expect.element(pill).toHaveAttribute('title', 'Data as of 2026-03-18 00:06:47 UTC');
  await expectAccessible();
});

function Drop({ isBusy = false, onFile }: { readonly isBusy?: boolean; readonly onFile: (name: string) => void }) {
  const choice = useFileChoice({ label: 'Path file', accept: '.csv', isBusy, onFile: (file) => onFile(file.name) });
  return (
    <div {...choice.zone} data-testid="zone">
      {choice.isOver ? 'Drop it here' : 'No file'}
      {choice.field}
      <Button onClick={choice.choose}>Choose</Button>
    </div>
  );
}

it('useFileChoice accepts the same file twice, so that a corrected file can be chosen again', async () => {
  const onFile = vi.fn<(name: string) => void>();
  render(<Drop onFile={onFile} />);
  const field = page.getByLabelText('Path file');
  const file = new File(['a,b'], 'path.csv', { type: 'text/csv' });
  await userEvent.upload(field, file);
  await userEvent.upload(field, file);
  expect(onFile.mock.calls).toEqual([['path.csv'], ['path.csv']]);
});

it('useFileChoice accepts a dropped file and marks its zone while a file is dragged over it', async () => {
  const onFile = vi.fn<(name: string) => void>();
  render(<Drop onFile={onFile} />);
  const zone = page.getByTestId('zone');
  await expect.element(zone).toMatchTextContent('No file');
  const data = new DataTransfer();
  data.items.add(new File(['a,b'], 'path.csv', { type: 'text/csv' }));
  const send = (type: string) =>
    zone.element().dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  send('dragover');
  await expect.element(zone).toMatchTextContent('Drop it here');
  send('drop');
  await expect.element(zone).toMatchTextContent('No file');
  expect(onFile).toHaveBeenCalledExactlyOnceWith('path.csv');
});

it('useFileChoice accepts no file while it is busy', async () => {
  const onFile = vi.fn<(name: string) => void>();
  render(<Drop onFile={onFile} isBusy />);
  await userEvent.upload(page.getByLabelText('Path file'), new File(['a'], 'path.csv'));
  expect(onFile).not.toHaveBeenCalled();
});
