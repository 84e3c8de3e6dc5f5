// npm run backup, restore, keys: without DATABASE_URL for the stack that npm start runs from this folder,
// with it (or DATABASE_URL_FILE) for the installation that it names.
import { spawnSync } from 'node:child_process'
import { compileCache, node, root } from './pnpm.js'
import { prepare } from './steps.js'

prepare()

const named = process.env.DATABASE_URL ?? process.env.DATABASE_URL_FILE
const program = named
  ? 'packages/database/dist/recovery/main.js'
  : 'packages/local-stack/dist/recovery/main.js'
const words = [program, ...process.argv.slice(2)]
const env = { ...process.env, ...compileCache }
process.exitCode = spawnSync(node, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1
