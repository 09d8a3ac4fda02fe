// Writes the types of the contract out, so that the packed client needs neither the contract nor zod.
import { SENT_EVENTS } from '@waymark/contract/event-hooks/catalogue';
import { events } from '@waymark/contract/events/index';
import { listRoutes } from '@waymark/contract/routes/index';
import type { RouteDefinition } from '@waymark/contract/route';
import { z } from 'zod';
import { writeType, type Schema } from './write-type.ts';

interface Entry {
  readonly name: string;
  readonly note: string;
  readonly type: string;
}

const INDENT = '  ';
const indent = (text: string) => text.replaceAll(/^(?=.)/gm, INDENT);

function typeOf(schema: z.ZodType, io: 'input' | 'output'): string {
  if (schema instanceof z.ZodVoid) return 'unknown';
  return writeType(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'throw' }) as Schema);
}

function describeCall(route: RouteDefinition): Entry {
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema ? [`readonly ${part}: ${typeOf(schema, 'input')};`] : [];
  });
  const given = parts.length === 0 ? 'object' : `{\n${indent(parts.join('\n'))}\n}`;
  const type = `{\n${indent(`readonly parts: ${given};\nreadonly reply: ${typeOf(route.reply, 'output')};`)}\n}`;
  return { name: `${route.method} ${route.path}`, note: route.summary, type };
}

function writeInterface(name: string, note: string, entries: readonly Entry[]): string {
  const lines = entries.map((entry) => `/** ${entry.note} */\n'${entry.name}': ${entry.type};`);
  return `/** ${note} */\nexport interface ${name} {\n${indent(lines.join('\n'))}\n}\n`;
}

/** The text of `api.d.ts`. */
export function describeApi(): string {
  const calls = listRoutes().filter((route) => !route.atRoot);
  return [
    '// Written from the contract of Waymark.\n',
    writeInterface(
      'Calls',
      'Every call: the parts that it is given, and its reply.',
      calls.map((route) => describeCall(route)),
    ),
    writeInterface(
      'HubEvents',
      'The data of each event of the hub.',
      Object.values(events).map(({ name, summary, data }) => ({ name, note: summary, type: typeOf(data, 'output') })),
    ),
    writeInterface(
      'WebhookEvents',
      'The data of each event that a webhook sends.',
      Object.entries(SENT_EVENTS).map(([name, { summary, data }]) => ({
        name,
        note: summary,
        type: typeOf(data, 'output'),
      })),
    ),
  ].join('\n');
}
