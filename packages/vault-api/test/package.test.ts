import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { userAgent } from '../src/client.ts'

// The package as strangers get it: built, without our sources, conditions and workspace.

const root = resolve(import.meta.dirname, '../../..')
const home = join(root, 'packages/vault-api')
const manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
  version: string
  private?: boolean
  dependencies: Record<string, string>
  publishConfig: { bin: { vault: string }; exports: object }
}
const compiler = join(root, 'node_modules/typescript/bin/tsc')

// tap loads itself into every child; a stranger's Node does not.
function node(args: readonly string[], folder: string) {
  const all = ['-u', 'NODE_OPTIONS', process.execPath, ...args]
  return spawnSync('env', all, { cwd: folder, encoding: 'utf8' })
}

t.test('the built package has types, and its command runs', async t => {
  const stranger = t.testdir({})
  const installed = join(stranger, 'node_modules/@night-routine/vault-api')
  mkdirSync(installed, { recursive: true })
  // What the types of our sources are is checked elsewhere; here it is what is made of them.
  const options = ['--outDir', join(installed, 'dist'), '--composite', 'false', '--noCheck']
  const built = node([compiler, '-p', home, ...options], home)
  t.equal(built.status, 0, built.stdout + built.stderr)
  const map = JSON.parse(readFileSync(join(installed, 'dist/index.js.map'), 'utf8')) as object
  t.match(map, { sourcesContent: [/createVaultClient/] }, 'our sources do not come along')
  const { publishConfig, ...rest } = manifest
  const published = { ...rest, bin: publishConfig.bin, exports: publishConfig.exports }
  writeFileSync(join(installed, 'package.json'), JSON.stringify(published))
  symlinkSync(join(home, 'node_modules'), join(installed, 'node_modules'))

  const command = join(installed, publishConfig.bin.vault)
  const help = node([command, 'publish', '--help'], stranger)
  t.match(help, { status: 0, stdout: /--remove-others/, stderr: '' })
  const failing = node([command, 'whoami'], stranger)
  t.match(failing, { status: 3, stdout: '', stderr: /^vault: Not signed in\. Run: vault login/ })

  // As an installer links it.
  mkdirSync(join(stranger, 'node_modules/.bin'))
  chmodSync(command, 0o755)
  symlinkSync(command, join(stranger, 'node_modules/.bin/vault'))
  const words = ['-u', 'NODE_OPTIONS', 'npx', 'vault', '--help']
  const linked = spawnSync('env', words, { cwd: stranger, encoding: 'utf8' })
  t.match(linked, { status: 0, stdout: /^Usage: vault / })

  cpSync(join(home, 'examples'), stranger, { recursive: true })
  const settings = {
    compilerOptions: {
      module: 'NodeNext',
      target: 'ES2024',
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
    },
    include: ['*.ts'],
  }
  writeFileSync(join(stranger, 'tsconfig.json'), JSON.stringify(settings))
  writeFileSync(join(stranger, 'package.json'), '{"type":"module"}')
  const typed = node([compiler, '-p', stranger], stranger)
  t.equal(typed.status, 0, typed.stdout + typed.stderr)
})

t.test('stands alone, can be published, and states its version', async t => {
  t.notOk(manifest.private)
  const ours = Object.keys(manifest.dependencies).filter(name => name.startsWith('@night-routine'))
  t.same(ours, [])
  t.equal(userAgent, `night-routine-vault-api/${manifest.version}`)
})
