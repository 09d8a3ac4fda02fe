import { expect, it } from 'vitest';
import { callApi } from '#/api/client.ts';
import { expectLogged, takeComplaints } from './complaints.ts';
import { answer, callsOf, holdAnswer, refuse, resetFakeServer } from './fake-server.ts';
import { render } from './render.tsx';

const ME = {
  id: 7,
  name: 'Dana Reyes',
  email: 'dana.reyes@example.com',
  role: 'admin',
  phone: '9185550134',
  a2PMessagingOptInState: false,
  units: null,
  companyUnits: 'us',
  language: null,
  companyLanguage: 'en',
  times: 'utc',
  timeZone: null,
} as const;

it('the fake server answers as the contract allows and records the call', async () => {
  render(null);
  answer('POST /console/error', 12);
  await callApi('POST /console/error', { body: { message: 'Broken', location: '/' } });
  expect(callsOf('POST /console/error')).toEqual([{ body: { message: 'Broken', location: '/' } }]);
});

it('the fake server rejects a reply with a wrong shape', () => {
  // @ts-expect-error -- the phone is missing
  expect(() => answer('GET /pigrun/user/get-user', { ...ME, phone: undefined })).toThrow('against the contract');
});

it('the fake server reports a call without an answer and a call that violates the contract', async () => {
  render(null);
  await expect(callApi('GET /pigrun/user/get-user')).rejects.toThrow('cannot be reached');
  answer('POST /console/error', 12);
  await callApi('POST /console/error', { body: { message: 'x'.repeat(2001) } });
  expect(resetFakeServer()).toEqual([
    'the test has no answer for GET /api/pigrun/user/get-user',
    expect.stringContaining('POST /console/error was called with a wrong body'),
  ]);
});

it('the fake server refuses with a problem of the contract', async () => {
  render(null);
  refuse('GET /pigrun/user/get-user', 'forbidden', { detail: 'Not for you.' });
  await expect(callApi('GET /pigrun/user/get-user')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});

it('the fake server delays an answer until the test gives it', async () => {
  render(null);
  const held = holdAnswer('GET /pigrun/user/get-user');
  const reply = callApi('GET /pigrun/user/get-user');
  held.answer(ME);
  await expect(reply).resolves.toEqual(ME);
});

it('a console error and a missing expected error count as complaints', () => {
  // oxlint-disable-next-line no-console -- the test is about the console
  console.error(new TypeError('no such thing'));
  expectLogged(/never logged/);
  expect(takeComplaints()).toEqual([
    'TypeError: no such thing',
    'expected on the console, but not logged: never logged',
  ]);
});
