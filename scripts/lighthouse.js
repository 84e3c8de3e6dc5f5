// npm run lighthouse: rates the pages of a demo household with Lighthouse, as a phone and as a desktop. It
// needs Chromium, and fails below our minimum scores. npx fetches Lighthouse (180 MB) only here.
import { spawnSync } from 'node:child_process'
import { install } from './steps.js'
import { node, root } from './pnpm.js'

const code = install()
if (code !== 0) process.exit(code)
const { status } = spawnSync(
  node,
  ['--conditions=night-routine', 'tools/local-stack/test/rate-pages.ts'],
  { cwd: root, stdio: 'inherit' },
)
process.exitCode = status ?? 1
