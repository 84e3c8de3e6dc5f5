// pnpm test in one package: tap with private servers, for people. `npm test` at the root runs
// everything at once instead, with one summary.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { node, root } from './pnpm.js'
import { tap, testEnvironment, testFiles, withServers } from './tap.js'

const folder = `${relative(root, process.cwd())}/test`.replaceAll('\\', '/')
const { files, left } = testFiles({ paths: [folder], long: false })
for (const { file, reason } of left) console.log(`left out: ${file}: ${reason}`)
const words = [tap, '--disable-coverage', ...process.argv.slice(2), ...files]
const { status } = spawnSync(node, [...withServers, node, ...words], {
  cwd: root,
  env: testEnvironment,
  stdio: 'inherit',
})
process.exitCode = status ?? 1
