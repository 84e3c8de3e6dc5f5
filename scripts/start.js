// npm start: install, build, hand over to the local stack.
// npm run dev: install, then the same stack from the sources, restarted on change.
import { spawn } from 'node:child_process'
import { install, turbo } from './steps.js'
import { compileCache, node, root } from './pnpm.js'

const words = process.argv.slice(2)
const dev = words.includes('--dev')

function step(name, run) {
  console.log(`› ${name}`)
  const code = run()
  if (code !== 0) {
    console.error(`${name} failed (exit code ${code}); see the output above.`)
    process.exit(code)
  }
}

step('Installing dependencies', install)
if (!dev) step('Building', () => turbo('build'))

const program = dev
  ? ['--conditions=night-routine', 'tools/local-stack/src/main.ts']
  : ['tools/local-stack/dist/main.js']
const env = { ...process.env, ...compileCache }
const stack = spawn(node, [...program, ...words], { cwd: root, env, stdio: 'inherit' })
// The terminal sends Ctrl-C to the stack as well; other signals are passed on. Either way it stops in order.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => stack.kill('SIGTERM'))
stack.on('exit', (code, signal) => (process.exitCode = signal ? 1 : code))
