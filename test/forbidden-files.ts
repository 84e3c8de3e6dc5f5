type Files = Record<string, string>

/** Files that oxlint must report, by the rule that reports them. */
export const forbiddenFiles: Record<string, Files> = {
  'no-restricted-imports': {
    'packages/fairness/src/reads-a-file.ts': "export { readFileSync } from 'node:fs'\n",
    'packages/fairness/src/imports.ts':
      "export { connect } from '@night-routine/database/connection'\n",
    'packages/vault-api/src/imports.ts':
      "export { connect } from '@night-routine/database/connection'\n",
    'services/web/src/speaks-sql.ts': "export { sql } from 'kysely'\n",
    'services/web/src/queues.ts': "export { Queue } from 'bullmq'\n",
    'services/web/src/calls-google.ts': "export { calendar } from '@googleapis/calendar'\n",
    'services/web/src/speaks-http.ts': "import got from 'got'\nexport const client = got\n",
    'services/web/src/window.ts': "export { c } from '@night-routine/database/src/connect.ts'\n",
    'services/web/src/path.ts': "export { c } from '../../../packages/database/src/connect.ts'\n",
    'services/web/src/service.ts': "export { b } from '../../scheduler-worker/src/service.ts'\n",
    'services/web/src/has-a-drawer.ts': "export { odd } from './utils.ts'\n",
  },
  'no-super-linear-move': {
    'packages/household/src/slow.ts': "export const slow = (x: string) => x.replace(/,+$/, '')\n",
  },
  'no-super-linear-backtracking': {
    'services/web/public/slow.js': 'export const slow = x => /^a*\\w*b$/.test(x)\n',
  },
  'no-restricted-globals': { 'packages/fairness/src/date.ts': 'export const x = new Date()\n' },
  'no-restricted-properties': {
    'packages/fairness/src/throws-dice.ts': 'export const chance = () => Math.random()\n',
    'packages/fairness/src/clock.ts': 'export const now = () => Temporal.Now.instant()\n',
    'packages/calendar/src/clock.ts': 'export const now = () => Temporal.Now.instant()\n',
  },
  'no-cycle': {
    'services/web/src/one.ts': "import { b } from './two.ts'\nexport const a = (): number => b()\n",
    'services/web/src/two.ts': "import { a } from './one.ts'\nexport const b = (): number => a()\n",
    'services/web/src/type-one.ts': "import type { B } from './type-two.ts'\nexport type A = B[]\n",
    'services/web/src/type-two.ts': "import type { A } from './type-one.ts'\nexport type B = A[]\n",
  },
  'no-process-env': { 'services/web/src/env.ts': "export const x = process.env['HOME']\n" },
  'no-floating-promises': {
    'services/web/src/forgets.ts':
      'export const go = (work: () => Promise<void>) => {\n  work()\n}\n',
  },
  'no-misused-promises': {
    'services/web/src/misuses.ts': 'export const go = (a: Promise<boolean>) => (a ? 1 : 2)\n',
  },
  'switch-exhaustiveness-check': {
    'services/web/src/forgets-a-case.ts':
      "export function go(x: 'a' | 'b') {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 0\n}\n",
  },
  'no-default-export': { 'services/web/src/exports-a-default.ts': 'export default 1\n' },
  'no-explicit-any': { 'services/web/src/says-any.ts': 'export const x: any = 1\n' },
  'no-console': { 'services/web/src/prints.ts': "export const go = () => console.log('hello')\n" },
  'filename-case': { 'services/web/src/WrongCase.ts': 'export const x = 1\n' },
  'consistent-type-imports': {
    'services/web/src/type.ts':
      "import { FastifyReply } from 'fastify'\nexport type R = FastifyReply\n",
  },
  complexity: {
    'services/web/src/tangled.ts': `export const x = (a: boolean[]) => ${Array.from({ length: 21 }, (_, at) => `a[${at}]`).join(' || ')}\n`,
  },
  'max-depth': {
    'services/web/src/deep.ts': `export function x(a: boolean) {\n${'if (a) {'.repeat(5)}x(a)${'}'.repeat(5)}\n}\n`,
  },
  'max-nested-callbacks': {
    'services/web/src/calls-back.ts': `export function x(f: (g: () => void) => void) {\n${'f(() => '.repeat(4)}1${')'.repeat(4)}\n}\n`,
  },
  'max-params': {
    'services/web/src/wants-much.ts':
      'export const x = (a: 1, b: 1, c: 1, d: 1, e: 1) => a + b + c + d + e\n',
  },
  'max-dependencies': {
    'services/web/src/knows-all.ts': Array.from(
      { length: 23 },
      (_, at) => `import { part${at} } from './part-${at}.ts'\nvoid part${at}\n`,
    ).join(''),
  },
}

/** Files that the compiler must report, by its message. */
export const forbiddenForCompiler: Record<string, Files> = {
  'Cannot find name': Object.fromEntries(
    ['process', 'console', 'fetch', 'setTimeout', 'URL'].map(name => [
      `packages/fairness/src/uses-${name.toLowerCase()}.ts`,
      `export const x = ${name}\n`,
    ]),
  ),
  erasableSyntaxOnly: { 'packages/fairness/src/an-enum.ts': 'export enum Parent { A }\n' },
  TS2322: {
    'packages/fairness/src/indexes.ts': 'export const first = (x: string[]): string => x[0]\n',
  },
  exactOptionalPropertyTypes: {
    'packages/fairness/src/optional.ts': 'export const x: { a?: string } = { a: undefined }\n',
  },
}
