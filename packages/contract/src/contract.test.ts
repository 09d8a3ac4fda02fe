import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { events, methods } from './events/index.ts';
import { problems } from './problems/index.ts';
import { ROLES } from './roles.ts';
import { fullPath } from './route.ts';
import { listRoutes, routes } from './routes/index.ts';

const named = Object.entries(routes).flatMap(([feature, ofFeature]) =>
  Object.keys(ofFeature).map((name, index) => [`${feature}.${name}`, index] as const),
);
const all = listRoutes().map((route, index) => [named[index]?.[0] ?? '', route] as const);

describe.each(all)('route %s', (_name, route) => {
  test('the route states its access and its purpose', () => {
    expect(route.summary).toMatch(/^[A-Z].{10,}\.$/);
    const roles = route.access === 'public' ? ROLES : route.access;
    expect(roles.length).toBeGreaterThan(0);
    expect(ROLES).toEqual(expect.arrayContaining([...roles]));
  });

  test('[W-401] a route that is open to API keys is open to admins, and a public one names no scope', () => {
    if (route.key === undefined) return;
    expect(route.access).not.toBe('public');
    expect(route.access).toContain('admin');
  });

  test('the route has a valid example', () => {
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = route[part] ?? z.undefined();
      expect(schema.safeParse(route.example[part]).error).toBeUndefined();
    }
    expect(route.reply.safeParse(route.example.reply).error).toBeUndefined();
  });

  test('the route declares every path parameter, and only existing problems', () => {
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys((route.example.params as object | undefined) ?? {})).toEqual(inPath);
    for (const code of route.problems ?? []) expect(Object.keys(problems)).toContain(code);
  });
});

test('routes have unique methods and paths', () => {
  const addresses = listRoutes().map((route) => `${route.method} ${fullPath(route).toLowerCase()}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test.each(Object.entries(events))('hub event %s has its own name, a summary and a valid example', (name, event) => {
  expect(event.name).toBe(name);
  expect(event.summary).toMatch(/^[A-Z].{10,}\.$/);
  expect(event.data.safeParse(event.example).error).toBeUndefined();
});

test.each(Object.entries(methods))('hub method %s has its own name, a summary and a valid example', (name, method) => {
  expect(method.name).toBe(name);
  expect(method.summary).toMatch(/^[A-Z].{10,}\.$/);
  expect(method.argument.safeParse(method.example).error).toBeUndefined();
});

test.each(Object.entries(problems))('problem %s has an error status and a title', (_code, problem) => {
  expect(problem.status).toBeGreaterThanOrEqual(400);
  expect(problem.title).not.toBe('');
});
