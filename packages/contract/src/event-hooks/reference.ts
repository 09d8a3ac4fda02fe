import { z } from 'zod';
import { SENT_EVENTS, type SentEventType } from './catalogue.ts';
import { writeExample } from './cloud-event.ts';

// Generates docs/webhook-events.md from the catalogue.

const INTRODUCTION = `# Webhook events

Every event that a webhook can send, with the schema of its \`data\` and an example of the whole body. [Integration](integration.md#webhooks) says how to receive and verify one. This page is written from [packages/contract](../packages/contract/src/event-hooks/catalogue.ts).

The body is a CloudEvent 1.0 in structured JSON. A later version may add fields to \`data\`, and types to this list; a receiver ignores what it does not know. Fields are not removed and keep their meaning.`;

const types = Object.keys(SENT_EVENTS) as SentEventType[];

const toAnchor = (type: string) => type.replaceAll('.', '');

function listTypes(): string {
  const rows = types.map((type) => `| [\`${type}\`](#${toAnchor(type)}) | ${SENT_EVENTS[type].summary} |`);
  return ['| Type | Sent when |', '|------|-----------|', ...rows].join('\n');
}

const writeJson = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

function describeSchema(data: z.ZodType): unknown {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(data);
  return schema;
}

function describeEvent(type: SentEventType): string {
  const { summary, data } = SENT_EVENTS[type];
  return [
    `## ${type}`,
    summary,
    writeJson(writeExample(type)),
    `<details><summary>Schema of data</summary>`,
    writeJson(describeSchema(data)),
    '</details>',
  ].join('\n\n');
}

/** The page in Markdown. */
export function writeReference(): string {
  return `${[INTRODUCTION, listTypes(), ...types.map(describeEvent)].join('\n\n')}\n`;
}
