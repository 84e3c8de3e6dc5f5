// npm run tap -- [ARGUMENT …]: installs, then runs tap as its docs say, with the pinned Node: FILE …, --grep=TEXT,
// --no-disable-coverage, repl.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { environmentOf } from './machine.js'
import { compileCache, node, root } from './pnpm.js'
import { install } from './steps.js'

/** The folders of this name in packages, services and tools. */
export function foldersInParts(name) {
  return ['packages', 'services', 'tools']
    .flatMap(kind => readdirSync(join(root, kind)).map(part => `${kind}/${part}/${name}`))
    .filter(folder => existsSync(join(root, folder)))
}

/** The test files at or below these paths; all unless given. Files named `*.long.test.ts` are for `--long`. */
export function testFiles({ paths, long }) {
  return [...foldersInParts('test'), 'test']
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true }).map(it => join(folder, it)),
    )
    .filter(file => file.endsWith('.test.ts') && (long || !file.endsWith('.long.test.ts')))
    .filter(
      file => paths.length === 0 || paths.some(path => join(file, '/').startsWith(join(path, '/'))),
    )
    .map(file => file.replaceAll('\\', '/'))
    .toSorted()
}

/** The environment of these test files. */
export function testEnvironment(files) {
  return { ...process.env, ...compileCache, ...environmentOf(files) }
}

const program = 'node_modules/tap/dist/esm/run.mjs'

/**
 * Builds tap for the plugins of .taprc, once after each install: its first run would still use the usual ones. Its files
 * are links into pnpm's store, so they become copies first.
 */
function buildTap() {
  const built = join(realpathSync(join(root, 'node_modules/tap')), '../@tapjs/test/test-built')
  const mark = join(built, '.taprc')
  const settings = readFileSync(join(root, '.taprc'), 'utf8')
  const plugins = join(root, '.tap/plugins')
  if (existsSync(plugins) && existsSync(mark) && readFileSync(mark, 'utf8') === settings) return
  rmSync(`${built}-copy`, { recursive: true, force: true })
  cpSync(built, `${built}-copy`, { recursive: true, verbatimSymlinks: true })
  rmSync(built, { recursive: true })
  renameSync(`${built}-copy`, built)
  const { status, stderr } = spawnSync(node, [program, 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tap build ended with ${status}: ${stderr}`)
  writeFileSync(mark, settings)
}

/** Runs tap in the root of the repository. */
export function spawnTap(args, { env, stdio }) {
  buildTap()
  return spawn(node, [program, ...args], { cwd: root, env, stdio })
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2)
  const code = install()
  if (code !== 0) process.exit(code)
  spawnTap(args, { env: testEnvironment(args), stdio: 'inherit' }).on('exit', status => {
    process.exitCode = status ?? 1
  })
}
