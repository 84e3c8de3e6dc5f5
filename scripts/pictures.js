// npm run pictures: takes the pictures of README.md from a demo household. With --golden: those
// that screens are compared with. It needs Chromium.
import { spawnSync } from 'node:child_process'
import { writeMadeWith } from './made-with.js'
import { install } from './steps.js'
import { node, root } from './pnpm.js'
import { chromium } from './machine.js'
import { testEnvironment } from './tap.js'

const code = install()
if (code !== 0) process.exit(code)
const golden = process.argv.includes('--golden')
const program = golden
  ? 'services/web/test/write-golden.ts'
  : 'tools/local-stack/test/write-pictures.ts'
const { status } = spawnSync(node, ['--conditions=night-routine', program], {
  cwd: root,
  env: testEnvironment([]),
  stdio: 'inherit',
})
if (golden && status === 0) writeMadeWith(chromium)
process.exitCode = status ?? 1
