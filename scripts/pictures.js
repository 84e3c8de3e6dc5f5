// npm run pictures: takes the pictures of README.md from a demo household. It needs Chromium.
import { spawnSync } from 'node:child_process'
import { install } from './steps.js'
import { node, root } from './pnpm.js'
import { testEnvironment } from './tap.js'

const code = install()
if (code !== 0) process.exit(code)
const { status } = spawnSync(
  node,
  ['--conditions=night-routine', 'tools/local-stack/test/write-pictures.ts'],
  { cwd: root, env: testEnvironment([]), stdio: 'inherit' },
)
process.exitCode = status ?? 1
