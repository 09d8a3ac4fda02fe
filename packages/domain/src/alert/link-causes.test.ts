import { expect, test } from 'vitest';
import { inEnglish } from '../language/translate.ts';
import { describeLinkCause, findBrokerCause, findSilentLinks, type WatchedLink } from './link-causes.ts';

const NOW = Date.UTC(2026, 2, 18, 12);
const minutesAgo = (minutes: number) => NOW - minutes * 60_000;
const quiet: WatchedLink = { link: 'cellular', devices: 3, connected: 0, heardAt: minutesAgo(10) };

test('[W-326] a link is silent once all its awake devices are gone for ten minutes', () => {
  const [cause] = findSilentLinks([quiet], NOW);
  expect(cause).toMatchObject({ kind: 'link-silent', key: 'link-silent cellular' });
  expect(cause && describeLinkCause(cause, inEnglish)).toBe(
    'None of the 3 cellular AGMs of active runs is connected. Last heartbeat 2026-03-18 11:50:00 UTC.',
  );
});

test.each<[string, Partial<WatchedLink>]>([
  ['a device is connected', { connected: 1 }],
  ['the last heartbeat is recent', { heardAt: minutesAgo(9) }],
  ['there are fewer than three devices', { devices: 2 }],
  ['no device was ever heard', { heardAt: null }],
])('a link is not silent when %s', (_why, change) => {
  expect(findSilentLinks([{ ...quiet, ...change }], NOW)).toEqual([]);
});

test('[W-326, W-344] the cause of a broker names the nodes that have lost it for two minutes', () => {
  expect(findBrokerCause([], NOW)).toEqual([]);
  expect(findBrokerCause([{ name: 'a', awaySince: minutesAgo(2) + 1 }], NOW)).toEqual([]);
  const nodes = ['a', 'b'].map((name) => ({ name, awaySince: minutesAgo(2) }));
  const [cause] = findBrokerCause([...nodes, { name: 'c', awaySince: minutesAgo(1) }], NOW);
  expect(cause && describeLinkCause(cause, inEnglish)).toContain('not connected to a, b:');
});
