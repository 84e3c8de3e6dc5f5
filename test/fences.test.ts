import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { tmpdir } from 'node:os'
import t from 'tap'

// Each fence is broken once, in a copy of the repository, and must be caught. A fence that nobody
// has seen hold is a hope.

const left = new Set(['node_modules', 'dist', '.git', '.data', '.turbo', '.tap'])

function copyOfRepository(t: Tap) {
  const copy = mkdtempSync(join(tmpdir(), 'night-routine-fences-'))
  t.teardown(() => rmSync(copy, { recursive: true }))
  cpSync('.', copy, { recursive: true, filter: path => !left.has(basename(path)) })
  const parts = ['packages', 'services'].flatMap(kind =>
    readdirSync(kind).map(part => join(kind, part)),
  )
  for (const folder of ['.', ...parts]) {
    const modules = join(folder, 'node_modules')
    if (existsSync(modules)) symlinkSync(join(process.cwd(), modules), join(copy, modules))
  }
  return copy
}

type Tap = typeof t

function runIn(copy: string, program: string, ...words: string[]) {
  const path = join(process.cwd(), 'node_modules', program)
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...words], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

function plant(copy: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
}

/** What a forbidden file says, and the rule that must name it. */
const broken: Record<string, [rule: string, source: string]> = {
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
  'packages/calendar/src/google/imports-the-root.ts': [
    'no-restricted-imports',
    "import { google } from 'googleapis'\nexport const all = google\n",
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
    "import { calendar } from 'googleapis/build/src/apis/calendar/index.js'\nexport const api = calendar\n",
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

t.test('oxlint catches each forbidden file, by the rule meant for it', async t => {
  const copy = copyOfRepository(t)
  plant(
    copy,
    Object.fromEntries(Object.entries(broken).map(([path, [, source]]) => [path, source])),
  )
  const { printed } = runIn(copy, 'oxlint/bin/oxlint', '--format=json', 'packages', 'services')
  const { diagnostics } = JSON.parse(printed) as {
    diagnostics: { code: string; filename: string }[]
  }
  for (const [path, [rule]] of Object.entries(broken)) {
    if (rule === '') continue
    const codes = diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code)
    t.ok(
      codes.some(code => code.includes(`(${rule})`)),
      `${path}: ${rule}`,
      { codes },
    )
  }
})

t.test('in the planner the compiler knows neither process nor network nor timers', async t => {
  const copy = copyOfRepository(t)
  const words = ['process', 'console', 'fetch', 'setTimeout', 'URL']
  const files = words.map(word => [
    `packages/fairness/src/uses-${word.toLowerCase()}.ts`,
    `export const x = ${word}\n`,
  ])
  plant(copy, Object.fromEntries(files))
  const { status, printed } = runIn(
    copy,
    'typescript/bin/tsc',
    '-p',
    'packages/fairness',
    '--noEmit',
  )
  t.not(status, 0)
  for (const word of words)
    t.match(printed, new RegExp(`uses-${word.toLowerCase()}\\.ts.*'${word}'`))
})

t.test('the compiler refuses syntax that cannot be erased, and unchecked indexing', async t => {
  const copy = copyOfRepository(t)
  plant(copy, {
    'packages/fairness/src/has-an-enum.ts': 'export enum Parent {\n  A,\n  B,\n}\n',
    'packages/fairness/src/indexes.ts':
      'export const first = (list: string[]): string => list[0]\n',
    'packages/fairness/src/optional.ts':
      'interface Away {\n  night?: string\n}\nexport const away: Away = { night: undefined }\n',
  })
  const { printed } = runIn(copy, 'typescript/bin/tsc', '-p', 'packages/fairness', '--noEmit')
  t.match(printed, /has-an-enum\.ts.*erasableSyntaxOnly/)
  t.match(printed, /indexes\.ts.*TS2322/)
  t.match(printed, /optional\.ts.*exactOptionalPropertyTypes/)
})

t.test('knip finds what nobody reaches', async t => {
  const copy = copyOfRepository(t)
  plant(copy, { 'packages/fairness/src/nobody-needs-this.ts': 'export const orphan = 1\n' })
  const { status, printed } = runIn(copy, 'knip/bin/knip.js')
  t.not(status, 0)
  t.match(printed, 'nobody-needs-this.ts')
})

t.test('sherif finds two versions of one library', async t => {
  const copy = copyOfRepository(t)
  for (const [part, version] of [
    ['one', '1.0.0'],
    ['two', '2.0.0'],
  ])
    plant(copy, {
      [`packages/${part}/package.json`]: JSON.stringify({
        name: part,
        private: true,
        dependencies: { same: version },
      }),
    })
  const { status, printed } = runIn(copy, 'sherif/index.js')
  t.not(status, 0)
  t.match(printed, 'same')
})

t.test('prettier finds what is not in our form', async t => {
  const copy = copyOfRepository(t)
  plant(copy, { 'packages/fairness/src/form.ts': 'export const x = "1";\n' })
  const { status, printed } = runIn(
    copy,
    'prettier/bin/prettier.cjs',
    '--check',
    'packages/fairness/src',
  )
  t.not(status, 0)
  t.match(printed, 'form.ts')
})

t.test(
  'the shape test catches a service without doors, raw HTML, a job nobody works and a stray import',
  async t => {
    const copy = copyOfRepository(t)
    plant(copy, {
      'services/doorless/package.json': JSON.stringify({
        name: '@night-routine/fairness',
        description: 'x',
        dependencies: { '@night-routine/database': 'workspace:*' },
      }),
      'services/web/src/routes/raw.hbs': '<p style="color: red">{{{name}}}</p>',
      'packages/queues/src/jobs/nobody.ts': 'export {}\n',
    })
    const path = join(process.cwd(), 'test', 'shape.test.ts')
    const { stdout } = spawnSync(process.execPath, [path], { cwd: copy, encoding: 'utf8' })
    for (const expected of [
      /not ok .* services\/doorless\/src\/main\.ts/,
      /not ok .* services\/web\/src\/routes\/raw\.hbs[\s\S]*not ok .* services\/web\/src\/routes\/raw\.hbs/,
      /not ok .* packages\/queues\/src\/jobs\/nobody\.ts/,
      /not ok .* services\/doorless\/package\.json/,
    ])
      t.match(stdout, expected)
  },
)
