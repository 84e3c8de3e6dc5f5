// npm run lighthouse: how Lighthouse rates the pages of a demo household, on a phone and on a desk. It
// needs Chromium, and fails below what docs ask for. Lighthouse has 180 MB: npx brings it, here alone.
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
