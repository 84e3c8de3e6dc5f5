// npm run doctor: looks at everything an installation needs, and says what to do. Without settings in
// the environment it looks at the stack that npm start runs from this folder; with them (SECRET_KEYS,
// DATABASE_URL and the others of the worker) at the installation they describe.
import { spawnSync } from 'node:child_process'
import { compileCache, node, root } from './pnpm.js'
import { prepare } from './steps.js'

prepare()

const described = process.env.SECRET_KEYS ?? process.env.SECRET_KEYS_FILE
const program = described
  ? ['services/scheduler-worker/dist/doctor/main.js']
  : ['tools/local-stack/dist/main.js', '--doctor', ...process.argv.slice(2)]
const env = { ...process.env, ...compileCache }
process.exitCode = spawnSync(node, program, { cwd: root, env, stdio: 'inherit' }).status ?? 1
