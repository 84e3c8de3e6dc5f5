// npm run containers: builds the images, runs docker-compose.yml on a real Docker engine, and proves that
// the deployment works. tools/containers/README.md says what it needs.
import { spawn } from 'node:child_process'
import { install } from './steps.js'
import { node, root } from './pnpm.js'

const code = install()
if (code !== 0) process.exit(code)
const words = [
  '--conditions=night-routine',
  'tools/containers/src/main.ts',
  ...process.argv.slice(2),
]
const run = spawn(node, words, { cwd: root, stdio: 'inherit' })
// The terminal sends it Ctrl-C as well, and it cleans up before it ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => run.kill('SIGTERM'))
run.on('exit', status => (process.exitCode = status ?? 1))
