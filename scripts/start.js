// npm start: install, then the local stack from the sources.
// npm run dev: the same, restarted on change.
import { spawn } from 'node:child_process'
import { install } from './steps.js'
import { compileCache, node, root } from './pnpm.js'

const words = process.argv.slice(2)

function step(name, run) {
  console.log(`› ${name}`)
  const code = run()
  if (code !== 0) {
    console.error(`${name} failed (exit code ${code}); see the output above.`)
    process.exit(code)
  }
}

step('Installing dependencies', install)

const program = ['--conditions=night-routine', 'tools/local-stack/src/main.ts']
const env = { ...process.env, ...compileCache }
const stack = spawn(node, [...program, ...words], { cwd: root, env, stdio: 'inherit' })
// The terminal sends Ctrl-C to the stack as well; other signals are passed on. Either way it stops in order.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => stack.kill('SIGTERM'))
stack.on('exit', (code, signal) => (process.exitCode = signal ? 1 : code))
