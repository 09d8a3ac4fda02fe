import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '#/api/api-error.ts';
import { ChunkLoadError } from '#/api/load-part.ts';
import { expectAccessible } from '#/testing/axe.ts';
import { expectLogged } from '#/testing/complaints.ts';
import { answer, callsOf, holdAnswer, loseConnection } from '#/testing/fake-server.ts';
import { render } from '#/testing/render.tsx';
import { FailureScreen } from './FailureScreen.tsx';

const REPORT = 'POST /console/error';
const alert = page.getByRole('alert');
const retry = alert.getByRole('button', { name: 'Retry' });

function show(error: unknown, role: 'admin' | null = 'admin') {
  const onRetry = vi.fn<() => void>();
  const { rerender } = render(<FailureScreen error={error} onRetry={onRetry} />, { role });
  return { onRetry, rerender: (next: unknown) => rerender(<FailureScreen error={next} onRetry={onRetry} />) };
}

it('FailureScreen offers only a reload for a part that did not arrive, because trying again would not help', async () => {
  expectLogged(/ChunkLoadError/);
  answer(REPORT, 812);
  show(new ChunkLoadError('A part of the console did not load within 120 s.'));
  await expect.element(alert).toMatchTextContent('A part of the console did not load');
  await expect.element(alert.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
  await expectAccessible();
});

it.each([
  'Failed to fetch dynamically imported module: https://waymark.test/assets/a.js',
  'error loading dynamically imported module: https://waymark.test/assets/a.js',
  'Importing a module script failed.',
])('FailureScreen recognises a script that is gone after an update by the words of the browser: %s', async (words) => {
  expectLogged(/module/);
  answer(REPORT, 812);
  show(new TypeError(words));
  await expect.element(alert).toMatchTextContent('there is a newer version. Reload the page.');
});

it('FailureScreen quotes the log id of a failed call and does not report the call again', async () => {
  expectLogged(/ApiError/);
  const { onRetry } = show(new ApiError({ status: 500, code: 'internal-error', detail: 'Broken.', logId: 77 }));
  await expect.element(alert).toMatchTextContent('This did not loadBroken. LogId = 77');
  expect(callsOf(REPORT)).toEqual([]);
  await retry.click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it('FailureScreen shows a value that is no error', async () => {
  expectLogged(/no such run/);
  answer(REPORT, 812);
  show('no such run');
  await expect.element(alert).toMatchTextContent('This part of the console failedno such run LogId = 812');
  expect(callsOf(REPORT)).toMatchObject([{ body: { message: 'no such run' } }]);
});

it('FailureScreen shows the failure without a log id before the sign-in, and reports nothing', async () => {
  expectLogged(/Broken/);
  show(new Error('Broken'), null);
  await expect.element(alert).toMatchTextContent('This part of the console failedBroken');
  await expect.element(alert).not.toMatchTextContent('LogId');
  expect(callsOf(REPORT)).toEqual([]);
});

it('FailureScreen shows the failure without a log id if the report does not arrive', async () => {
  expectLogged(/Broken/);
  loseConnection(REPORT);
  show(new Error('Broken'));
  await expect.poll(() => callsOf(REPORT)).toHaveLength(1);
  await expect.element(alert).toMatchTextContent('This part of the console failedBroken');
  await expect.element(alert).not.toMatchTextContent('LogId');
});

it('FailureScreen does not quote the log id of an earlier failure', async () => {
  expectLogged(/First/);
  expectLogged(/Second/);
  answer(REPORT, 1);
  const { rerender } = show(new Error('First'));
  await expect.element(alert).toMatchTextContent('First LogId = 1');
  const second = holdAnswer(REPORT);
  rerender(new Error('Second'));
  await expect.element(alert).toMatchTextContent('Second');
  await expect.element(alert).not.toMatchTextContent('LogId');
  second.answer(2);
  await expect.element(alert).toMatchTextContent('Second LogId = 2');
});
