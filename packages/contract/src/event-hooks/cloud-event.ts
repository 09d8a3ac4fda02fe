import { z } from 'zod';
import { SENT_EVENTS, type SentEventType } from './catalogue.ts';

// The body of a webhook: CloudEvents 1.0 in structured JSON. Its signature is that of Standard Webhooks.

export const CLOUD_EVENT_MEDIA_TYPE = 'application/cloudevents+json';

export const cloudEvent = z.strictObject({
  specversion: z.literal('1.0'),
  /** The same at every attempt, and in the header `webhook-id`. */
  id: z.string().min(1),
  /** The server and the company. */
  source: z.string().min(1),
  type: z.enum(Object.keys(SENT_EVENTS) as [SentEventType, ...SentEventType[]]),
  subject: z.string().min(1),
  time: z.iso.datetime(),
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.unknown()),
});
export type CloudEvent = z.output<typeof cloudEvent>;

/** The body of an event as a receiver gets it, for the documentation. */
export function writeExample(type: SentEventType): CloudEvent {
  const { subject, example } = SENT_EVENTS[type];
  return {
    specversion: '1.0',
    id: '0d6a7f3e-8b0b-4a53-9a55-3f4f4bb0c7a1',
    source: 'https://waymark.example.com/companies/3',
    type,
    subject,
    time: '2026-03-18T03:12:09.120Z',
    datacontenttype: 'application/json',
    data: example,
  };
}
