import { expect, test } from 'vitest';
import { HOOK_EVENT_TYPES, SENT_EVENTS, type SentEventType } from './catalogue.ts';
import { cloudEvent, writeExample } from './cloud-event.ts';
import { writeReference } from './reference.ts';

const types = Object.keys(SENT_EVENTS) as SentEventType[];

test('[W-388] docs/webhook-events.md matches the catalogue', async () => {
  await expect(writeReference()).toMatchFileSnapshot('../../../../docs/webhook-events.md');
});

test('[W-388] the page of webhook events has every type', () => {
  const told = [...writeReference().matchAll(/^## (?<type>waymark\.[a-z.-]+)$/gm)].map(
    ({ groups }) => groups?.['type'],
  );
  expect(told).toEqual(types);
  expect(types).toEqual([...HOOK_EVENT_TYPES, 'waymark.test']);
});

test.each(types)('[W-388] the example of %s fits its schema, and its body is a CloudEvent', (type) => {
  const { data, example, summary } = SENT_EVENTS[type];
  expect(data.parse(example)).toEqual(example);
  expect(cloudEvent.parse(writeExample(type))).toMatchObject({ specversion: '1.0', type, data: example });
  expect(summary).toMatch(/^[A-Z].{10,}\.$/);
});
