// npm run bench [-- name …]: every benchmark, or those of the packages and services named.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { install, turbo } from './steps.js'
import { node, root } from './pnpm.js'

for (const run of [install, () => turbo('build')]) {
  const code = run()
  if (code !== 0) process.exit(code)
}

const wanted = process.argv.slice(2)
const programs = ['packages', 'services']
  .flatMap(folder => readdirSync(join(root, folder)).map(part => join(folder, part, 'bench')))
  .filter(folder => existsSync(join(root, folder)))
  .flatMap(folder => readdirSync(join(root, folder)).map(file => join(folder, file)))
  .filter(file => file.endsWith('.bench.ts'))
  .filter(file => wanted.length === 0 || wanted.includes(basename(file, '.bench.ts')))
if (programs.length === 0) {
  console.error(`No benchmark is called ${wanted.join(' or ')}.`)
  process.exit(1)
}
const servers = ['--conditions=night-routine', 'packages/servers/src/with-servers/main.ts']
for (const program of programs) {
  console.log(`\n› ${program}`)
  const { status } = spawnSync(node, [...servers, node, '--conditions=night-routine', program], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
