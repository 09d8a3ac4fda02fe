import { COMMAND_TYPES, COMMANDS, definitionOf } from '@waymark/commands/commands';
import { LISTED_STATES } from '@waymark/commands/life';
import { NOTES } from '@waymark/commands/notes';
import { problems } from '@waymark/contract/problems/index';
import {
  GEO_MODES,
  POWER_MODES,
  RECORD_MODES,
  SCHEDULES,
  SENSITIVITIES,
  STREAM_MODES,
} from '@waymark/domain/device/modes';
import { REJECTION_REASONS } from '@waymark/domain/device/rejection';
import { ROLES } from '@waymark/contract/roles';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

// Words that stand in tables and not in JSX, which `npm run languages` cannot see: in Spanish each is a message of the
// catalogue.

const messages = new Set<string>();

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'waymark.language' ? 'es' : null) });
  vi.resetModules();
  const { loadMessages } = await import('#/language/t.ts');
  await loadMessages('sign-in');
  await loadMessages('console');
  const catalogues = [import('@waymark/languages/es/sign-in.json'), import('@waymark/languages/es/console.json')];
  for (const { default: catalogue } of await Promise.all(catalogues))
    for (const message of Object.values(catalogue)) messages.add(message);
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const TABLES: readonly (readonly [name: string, list: () => Promise<readonly string[]>])[] = [
  [
    'the user menu',
    async () => {
      const { listMenuColumns } = await import('./shell/top-bar/user-menu.view.ts');
      const sections = ROLES.flatMap((role) => listMenuColumns(role).flat());
      return sections.flatMap(({ title, entries }) => [
        ...(title === null ? [] : [title]),
        ...entries.map(({ label }) => label),
      ]);
    },
  ],
  ['the panels', async () => Object.values((await import('./shell/drawers/panels.view.ts')).PANEL_TITLES)],
  ['the keyboard shortcuts', async () => (await import('./shell/keyboard.ts')).SHORTCUTS.map(({ does }) => does)],
  ['the roles', async () => ROLES.map((await import('#/features/session/role-words.ts')).nameRole)],
  [
    'the audit log',
    async () => {
      const words = await import('#/features/audit/audit-words.ts');
      return [words.ACTIONS, words.OBJECTS, words.OTHER_OBJECTS, words.FIELDS].flatMap((table) => Object.values(table));
    },
  ],
  [
    'the reasons of rejections',
    async () => {
      const { describeReason } = await import('#/features/rejections/rejections.view.ts');
      return REJECTION_REASONS.flatMap((reason) => Object.values(describeReason(reason)));
    },
  ],
  [
    'the filters of rejections',
    async () => {
      const { LINKS, REASONS } = await import('#/features/rejections/rejections.view.ts');
      return [...LINKS, ...REASONS].map(({ label }) => label);
    },
  ],
  [
    'the states of messages',
    async () => (await import('#/features/outbox/outbox.view.ts')).FILTERS.map(({ label }) => label),
  ],
  [
    'the scopes of API keys',
    async () =>
      Object.values((await import('#/features/administration/keys/keys.view.ts')).SCOPE_TEXTS).flatMap(
        ({ label, explanation }) => [label, explanation],
      ),
  ],
  [
    'the harms of commands',
    async () => {
      const { sayServerText } = await import('#/language/t.ts');
      return COMMAND_TYPES.flatMap((type) => definitionOf(type).harms ?? []).map(({ text }) => sayServerText(text));
    },
  ],
  [
    'the notes of commands',
    async () => {
      const { sayServerText } = await import('#/language/t.ts');
      return Object.values(NOTES).map(sayServerText);
    },
  ],
  [
    'the titles of problems',
    async () => {
      const { sayServerText } = await import('#/language/t.ts');
      return Object.values(problems).map(({ title }) => sayServerText(title));
    },
  ],
  [
    'the modes of devices',
    async () => {
      const { t } = await import('#/language/t.ts');
      return [POWER_MODES, RECORD_MODES, STREAM_MODES, GEO_MODES, SENSITIVITIES, SCHEDULES]
        .flat()
        .map((mode) => t(mode));
    },
  ],
  [
    'the commands',
    async () => {
      const { t } = await import('#/language/t.ts');
      const { describeState } = await import('#/features/commands/queued-command.view.ts');
      return [...COMMAND_TYPES.map((type) => t(COMMANDS[type].label)), ...LISTED_STATES.map(describeState)];
    },
  ],
  [
    'the columns of the device table',
    async () => Object.values((await import('#/features/devices/table/columns.ts')).COLUMN_LABELS),
  ],
];

it.each(TABLES)('every word of %s is a message of the Spanish catalogue', async (_, list) => {
  const words = await list();
  expect(words).not.toHaveLength(0);
  expect(words.filter((text) => !messages.has(text))).toEqual([]);
});
