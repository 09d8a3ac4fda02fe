// Who may import whom (ARCHITECTURE.md draws the arrows). scripts/arrows.test.ts shows that every rule can fail.

const TEST = String.raw`\.test\.tsx?$|/testing/`;
const TABLES = String.raw`^apps/server/src/features/[^/]+/[^/]+\.tables\.ts$`;
const FACES = String.raw`^apps/server/src/features/[^/]+/[^/]+\.(api|queries)\.ts$`;

/** The features of the server in floors: a feature calls only features of the floors above its own line. */
const FLOORS = [
  ['users', 'history', 'credentials', 'outbox', 'downloads', 'streaming', 'audit', 'rejections', 'webhooks', 'ground'],
  ['text-messages', 'session', 'scoring', 'devices', 'system', 'on-call', 'reach', 'silences'],
  ['commands', 'administration'],
  ['records', 'broadcast', 'alerts'],
  ['runs', 'download-sessions', 'health'],
  ['passages', 'paths', 'tools', 'reports', 'wallboards', 'shares', 'event-hooks', 'report-mails', 'calendar'],
  ['shift'],
];
/** The rooms of the console in floors: a room imports only rooms of the floors above its own line. */
const CONSOLE_FLOORS = [
  ['choices', 'shown-runs'],
  [
    'units',
    'times',
    'languages',
    'devices',
    'session',
    'notifications',
    'audit',
    'health',
    'outbox',
    'alerts',
    'wallboards',
  ],
  ['runs', 'downloads', 'passage-chart', 'administration'],
  ['commands', 'history', 'on-call', 'shares', 'webhooks', 'shift'],
  ['broadcast', 'stream', 'rejections'],
  ['planning'],
  ['finished-runs'],
  ['tracking', 'reports'],
  ['board', 'run-sheet', 'verify-queue', 'alert-inbox'],
];
/** The packages that read and write: a database in a folder, and its backup. */
const STORAGE = '^packages/(backup-archive|embedded-postgres)/';
const OURS = '^(packages|apps|e2e|bench|scripts)/';

/** Tests, and what only tests use, may import what they need; the rule against cycles holds for them too. */
const from = (path) => ({ path, pathNot: TEST });

const packages = [
  {
    name: 'domain-imports-nothing',
    from: from('^packages/domain/'),
    to: { pathNot: '^packages/domain/' },
  },
  {
    name: 'domain-rules-return-codes',
    comment: 'Texts are for those who show them.',
    from: from('^packages/domain/src/(?!words/)'),
    to: { path: '^packages/domain/src/words/' },
  },
  {
    name: 'commands-import-domain-only',
    from: from('^packages/commands/'),
    to: { pathNot: ['^packages/(commands|domain)/', '^node_modules/zod/'] },
  },
  {
    name: 'contract-imports-domain-and-commands-only',
    from: from('^packages/contract/'),
    to: { pathNot: ['^packages/(contract|commands|domain)/', '^node_modules/zod/'] },
  },
  {
    name: 'packages-import-contract-commands-and-domain-only',
    from: from('^packages/([^/]+)/'),
    to: { path: OURS, pathNot: '^packages/($1|contract|commands|domain)/' },
  },
  {
    name: 'packages-are-pure',
    comment: 'No files, no network: the apps read and write. The storage packages exist to do so.',
    from: { path: '^packages/', pathNot: [TEST, STORAGE] },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'storage-packages-import-nothing-of-ours',
    comment: 'Log and paths come in as parameters, so that a server, a test and a script can use them alike.',
    from: from(STORAGE),
    to: { path: OURS, pathNot: '^packages/$1/' },
  },
  {
    name: 'server-alone-imports-storage',
    comment: 'The console runs in a browser, and a simulated device has no database.',
    from: { path: '^apps/', pathNot: '^apps/server/' },
    to: { path: STORAGE },
  },
];

const apps = [
  {
    name: 'apps-import-packages-only',
    comment: 'The build of the console reads the sources as the scripts do.',
    from: { path: '^apps/([^/]+)/', pathNot: [TEST, '^apps/console/build/'] },
    to: { path: OURS, pathNot: ['^packages/', '^apps/$1/'] },
  },
  {
    name: 'console-imports-packages-of-the-browser-only',
    from: from('^apps/console/src/'),
    to: { path: '^packages/', pathNot: '^packages/(client|contract|commands|domain|files|languages)/' },
  },
  {
    name: 'console-runs-in-a-browser',
    from: from('^apps/console/src/'),
    to: { dependencyTypes: ['core'] },
  },
];

const server = [
  {
    name: 'server-feature-stays-at-home',
    comment:
      "Its own folder, platform, hub, and another feature's api and queries; tables are for `server-tables-are-types`.",
    from: from('^apps/server/src/features/([^/]+)/'),
    to: {
      path: '^apps/server/src/',
      pathNot: ['^apps/server/src/features/$1/', '^apps/server/src/(platform|hub)/', FACES, TABLES],
    },
  },
  ...FLOORS.map((features, floor) => ({
    name: 'server-features-call-downwards',
    comment: 'So that no two features need each other. A new feature stands in FLOORS.',
    from: from(`^apps/server/src/features/(${features.join('|')})/`),
    to: {
      path: '^apps/server/src/features/',
      pathNot: [
        '^apps/server/src/features/$1/',
        ...(floor === 0 ? [] : [`^apps/server/src/features/(${FLOORS.slice(0, floor).flat().join('|')})/`]),
        TABLES,
      ],
    },
  })),
  {
    name: 'server-platform-and-hub-know-no-feature',
    from: from('^apps/server/src/(platform|hub)/'),
    to: { path: '^apps/server/src/((features|ingest|wiring|demo|admin)/|[^/]+\\.ts$)', pathNot: TABLES },
  },
  {
    name: 'ingest-calls-faces-of-features',
    comment: 'As features do; the rooms themselves stay closed to the links.',
    from: from('^apps/server/src/ingest/'),
    to: { path: '^apps/server/src/features/', pathNot: [FACES, TABLES] },
  },
  {
    name: 'server-tables-are-types',
    comment: 'The shape of a table may be known everywhere, as a type.',
    from: { path: '^apps/server/src/' },
    to: { path: TABLES, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'server-wiring-is-the-top',
    from: { path: '^apps/server/src/', pathNot: [TEST, String.raw`^apps/server/src/((app|main|admin)\.ts$|wiring/)`] },
    to: { path: String.raw`^apps/server/src/((app|main|admin)\.ts$|wiring/)` },
  },
];

const console_ = [
  {
    name: 'console-feature-has-a-floor',
    from: from('^apps/console/src/'),
    to: {
      path: '^apps/console/src/features/',
      pathNot: `^apps/console/src/features/(${CONSOLE_FLOORS.flat().join('|')})/`,
    },
  },
  {
    name: 'console-feature-knows-no-app',
    from: from('^apps/console/src/features/'),
    to: { path: '^apps/console/src/', pathNot: '^apps/console/src/(features|live|map|api|ui|language)/' },
  },
  ...CONSOLE_FLOORS.map((features, floor) => ({
    name: 'console-feature-imports-lower-floors',
    from: from(`^apps/console/src/features/(${features.join('|')})/`),
    to: {
      path: '^apps/console/src/features/',
      pathNot: [
        '^apps/console/src/features/$1/',
        ...(floor === 0 ? [] : [`^apps/console/src/features/(${CONSOLE_FLOORS.slice(0, floor).flat().join('|')})/`]),
      ],
    },
  })),
  {
    name: 'console-gallery-shows-ui',
    from: from('^apps/console/src/gallery/'),
    to: { path: '^apps/console/src/', pathNot: '^apps/console/src/(gallery|ui|language|app/theme)/' },
  },
  {
    name: 'console-only-the-router-knows-the-gallery',
    from: { ...from('^apps/console/src/'), pathNot: [TEST, '^apps/console/src/(gallery/|app/router.tsx$)'].flat() },
    to: { path: '^apps/console/src/gallery/' },
  },
  {
    name: 'console-parts-know-no-feature',
    from: from('^apps/console/src/(live|map|api|ui|language)/'),
    to: { path: '^apps/console/src/(features|app)/' },
  },
];

const everywhere = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  {
    name: 'no-tests-in-the-product',
    from: { path: '^(packages|apps)/', pathNot: TEST },
    to: { path: TEST, pathNot: 'node_modules' },
  },
  {
    name: 'no-dead-ends',
    comment: 'Of our own files; knip finds packages that are not listed.',
    from: {},
    to: { couldNotResolve: true, path: String.raw`^(\.|#/|@waymark/)` },
  },
];

module.exports = {
  forbidden: [...packages, ...apps, ...server, ...console_, ...everywhere].map((rule) => ({
    severity: 'error',
    ...rule,
  })),
  options: {
    // With TypeScript 7 the default parser sees no file at all, and says nothing.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/node_modules/'].map((folder) => `^(apps|packages)/[^/]+${folder}`) },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
};
