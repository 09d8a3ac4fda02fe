import { exampleDelivery, exampleHook } from '@waymark/contract/event-hooks/hook-row';
import { HOOK_EVENT_TYPES } from '@waymark/contract/event-hooks/catalogue';
import { describe, expect, it } from 'vitest';
import {
  beginForm,
  describeAnswer,
  describeBacklog,
  describeScope,
  EVENT_GROUPS,
  nameOf,
  stateOf,
  toSent,
  WEBHOOK_RULES,
  type WebhookForm,
} from './webhooks.view.ts';

describe('a webhook in the list', () => {
  it('[W-394] a webhook works, fails or is disabled; before the first delivery its state is not known', () => {
    const at = '2026-03-18 03:12:10';
    const used = { isEnabled: true, failingSince: null, lastDeliveredAt: at };
    expect(stateOf(used)).toBe('ok');
    expect(stateOf({ ...used, failingSince: at })).toBe('failing');
    expect(stateOf({ ...used, isEnabled: false, failingSince: at })).toBe('disabled');
    expect(stateOf({ ...used, lastDeliveredAt: null })).toBe('unknown');
  });

  it('[W-394] a webhook says what it takes, also when its path is deleted', () => {
    const webhook = { ...exampleHook, eventTypes: [...exampleHook.eventTypes] };
    expect(describeScope(webhook)).toBe('3 kinds of events, all paths');
    const ofPath = { ...webhook, isForAllPaths: false };
    expect(describeScope({ ...ofPath, pathName: 'North line' })).toBe('3 kinds of events, path North line');
    expect(describeScope(ofPath)).toMatch(/path is deleted: nothing is sent$/);
  });

  it('[W-394] a webhook counts what waits and is dead, up to a thousand', () => {
    expect(describeBacklog({ waiting: 0, dead: 0 })).toBeNull();
    expect(describeBacklog({ waiting: 3, dead: 1000 })).toBe('3 waiting, 1000+ dead');
  });

  it('a webhook without a description is named by its address', () => {
    expect(nameOf({ description: '', url: 'https://a.example/' })).toBe('https://a.example/');
  });
});

describe('a delivery in the list', () => {
  it('[W-394] a delivery shows the last answer, or why there was none', () => {
    expect(describeAnswer(exampleDelivery)).toBe('The receiver answered 503.');
    expect(describeAnswer({ ...exampleDelivery, lastError: null, lastStatus: 204 })).toBe('204');
    const untold = { ...exampleDelivery, lastError: null, lastStatus: null };
    expect(describeAnswer({ ...untold, attempts: 0 })).toBe('Not tried yet');
    expect(describeAnswer({ ...untold, attempts: 1 })).toBe('Being sent');
  });
});

describe('the form of a webhook', () => {
  it('[W-394] the form offers every event of the catalogue once', () => {
    expect(EVENT_GROUPS.flatMap(({ types }) => types)).toEqual(HOOK_EVENT_TYPES);
  });

  it('[W-394] the form sends the settings of a webhook as they were', () => {
    const ofPath = { isForAllPaths: false, pathId: 7, pathName: 'North line' };
    const webhook = { ...exampleHook, ...ofPath, eventTypes: [...exampleHook.eventTypes] };
    const { url, description, eventTypes, etaMinutes } = exampleHook;
    expect(toSent(beginForm(webhook))).toEqual({
      url,
      description,
      eventTypes,
      pathId: 7,
      etaMinutes,
      isEnabled: true,
    });
    expect(toSent(beginForm(null))).toMatchObject({ pathId: null, etaMinutes: 15, isEnabled: true });
  });

  it.each([
    ['url', 'receiver.example.com', false],
    ['url', 'https://receiver.example.com', true],
    ['url', 'http://historian/', true],
    ['eventTypes', [], false],
    ['etaMinutes', '', false],
    ['etaMinutes', 0, false],
    ['etaMinutes', 1.5, false],
    ['etaMinutes', 1441, false],
    ['etaMinutes', 1440, true],
  ] as const)('[W-394] the field %s with %j is right: %s', (field, value, isRight) => {
    const rule = WEBHOOK_RULES[field] as (value: unknown, form: Pick<WebhookForm, 'eventTypes'>) => string | null;
    expect(rule(value, { eventTypes: ['waymark.run.eta-changed'] }) === null).toBe(isRight);
  });
});
