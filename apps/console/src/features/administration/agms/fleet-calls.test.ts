import { fleetRoutes } from '@waymark/contract/routes/fleet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bearerSource } from '#/api/bearer.ts';
import { callAddDevice } from './fleet-calls.ts';

const { body, reply } = fleetRoutes.addAgm.example;

const sourceBefore = bearerSource.get();

function answerWith(status: number) {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body: sent }: RequestInit) => {
    asked.push([method, url, sent]);
    return Response.json(reply, { status });
  });
  return asked;
}

describe('adding a device', () => {
  beforeEach(() => {
    bearerSource.put({ readToken: () => 'good', renewToken: async () => null, endSession: () => undefined });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    bearerSource.put(sourceBefore);
  });

  it('[G-051, G-052] the call to add a device succeeds when the server answers 201', async () => {
    const asked = answerWith(201);
    expect(await callAddDevice(body)).toEqual(reply);
    expect(asked).toEqual([['POST', '/api/admin/apexagm/add', JSON.stringify(body)]]);
  });

  it.each([200, 202])('[G-052] the call to add a device fails when the server answers %i', async (status) => {
    answerWith(status);
    await expect(callAddDevice(body)).rejects.toMatchObject({ status, detail: `The server answered ${status}.` });
  });
});
