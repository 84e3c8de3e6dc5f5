/** The content of a forbidden file, and the rule that must report it. */
export const forbiddenFiles: Record<string, [rule: string, source: string]> = {
  'packages/fairness/src/reads-a-file.ts': [
    'no-restricted-imports',
    "import { readFileSync } from 'node:fs'\nexport const text = () => readFileSync('x', 'utf8')\n",
  ],
  'packages/fairness/src/imports-a-package.ts': [
    'no-restricted-imports',
    "import type { Database } from '@night-routine/database'\nexport type Mine = Database\n",
  ],
  'packages/fairness/src/asks-the-date.ts': [
    'no-restricted-globals',
    'export const today = () => new Date()\n',
  ],
  'packages/fairness/src/throws-dice.ts': [
    'no-restricted-properties',
    'export const chance = () => Math.random()\n',
  ],
  'packages/fairness/src/asks-the-clock.ts': [
    'no-restricted-properties',
    'export const now = () => Temporal.Now.instant()\n',
  ],
  'packages/calendar/src/asks-the-clock.ts': [
    'no-restricted-properties',
    'export const now = () => Temporal.Now.instant()\n',
  ],
  'services/web/src/speaks-sql.ts': [
    'no-restricted-imports',
    "import { sql } from 'kysely'\nexport const one = sql`select 1`\n",
  ],
  'services/web/src/queues-by-itself.ts': [
    'no-restricted-imports',
    "import { Queue } from 'bullmq'\nexport const queue = () => new Queue('mine')\n",
  ],
  'services/web/src/imports-google.ts': [
    'no-restricted-imports',
    "import { calendar } from '@googleapis/calendar'\nexport const api = calendar\n",
  ],
  'services/web/src/speaks-http-by-itself.ts': [
    'no-restricted-imports',
    "import got from 'got'\nexport const client = got\n",
  ],
  'packages/vault-api/src/depends-on-the-rest.ts': [
    'no-restricted-imports',
    "import type { Database } from '@night-routine/database'\nexport type Mine = Database\n",
  ],
  'services/web/src/enters-by-a-window.ts': [
    'no-restricted-imports',
    "import { connect } from '@night-routine/database/src/connect.ts'\nexport const c = connect\n",
  ],
  'services/web/src/enters-by-a-path.ts': [
    'no-restricted-imports',
    "import { connect } from '../../../packages/database/src/connect.ts'\nexport const c = connect\n",
  ],
  'services/web/src/imports-a-service.ts': [
    'no-restricted-imports',
    "import { buildService } from '../../scheduler-worker/src/service.ts'\nexport const b = buildService\n",
  ],
  'services/web/src/has-a-drawer.ts': [
    'no-restricted-imports',
    "import { odd } from './utils.ts'\nexport const even = (n: number) => !odd(n)\n",
  ],
  'services/web/src/utils.ts': ['', 'export const odd = (n: number) => n % 2 === 1\n'],
  'services/web/src/circle-one.ts': [
    'no-cycle',
    "import { two } from './circle-two.ts'\nexport const one = (): number => two() - 1\n",
  ],
  'services/web/src/circle-two.ts': [
    'no-cycle',
    "import { one } from './circle-one.ts'\nexport const two = (): number => one() + 1\n",
  ],
  'services/web/src/type-circle-one.ts': [
    'no-cycle',
    "import type { Two } from './type-circle-two.ts'\nexport interface One {\n  two: Two\n}\n",
  ],
  'services/web/src/type-circle-two.ts': [
    'no-cycle',
    "import type { One } from './type-circle-one.ts'\nexport interface Two {\n  one: One\n}\n",
  ],
  'services/web/src/reads-the-environment.ts': [
    'no-process-env',
    "export const home = () => process.env['HOME']\n",
  ],
  'services/web/src/forgets-a-promise.ts': [
    'no-floating-promises',
    'const later = async () => 1\nexport function go() {\n  later()\n}\n',
  ],
  'services/web/src/misuses-a-promise.ts': [
    'no-misused-promises',
    'const ready = async () => false\nexport const go = () => (ready() ? 1 : 2)\n',
  ],
  'services/web/src/forgets-a-case.ts': [
    'switch-exhaustiveness-check',
    "export function letter(parent: 'a' | 'b') {\n  switch (parent) {\n    case 'a':\n      return 1\n  }\n  return 0\n}\n",
  ],
  'services/web/src/exports-a-default.ts': ['no-default-export', 'export default 1\n'],
  'services/web/src/says-any.ts': ['no-explicit-any', 'export const x: any = 1\n'],
  'services/web/src/prints.ts': ['no-console', "export const go = () => console.log('hello')\n"],
  'services/web/src/WrongCase.ts': ['filename-case', 'export const x = 1\n'],
  'services/web/src/imports-types-as-values.ts': [
    'consistent-type-imports',
    "import { FastifyInstance } from 'fastify'\nexport type Mine = FastifyInstance\n",
  ],
  'services/web/src/too-long.ts': [
    'max-lines',
    Array.from({ length: 201 }, (_, line) => `export const line${line} = ${line}\n`).join(''),
  ],
}
