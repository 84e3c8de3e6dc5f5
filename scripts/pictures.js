// npm run pictures: the pictures of README.md, taken anew from a demo household. It needs Chromium.
import { spawnSync } from 'node:child_process'
import { install } from './steps.js'
import { node, root } from './pnpm.js'

const code = install()
if (code !== 0) process.exit(code)
const { status } = spawnSync(
  node,
  ['--conditions=night-routine', 'packages/local-stack/test/write-pictures.ts'],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
