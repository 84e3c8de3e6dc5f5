// npm run images:check [-- web …]: the folder of each image, built and started without Docker, with
// servers of its own.
import { spawnSync } from 'node:child_process'
import { install } from './steps.js'
import { node, root } from './pnpm.js'
import { withServers } from './tap.js'

const code = install()
if (code !== 0) process.exit(code)
// The tables are made in the database itself: never in one that somebody uses.
const { DATABASE_URL: _database, REDIS_URL: _redis, ...env } = process.env
const words = [...withServers, node, 'infra/image/check.js', ...process.argv.slice(2)]
const { status } = spawnSync(node, words, { cwd: root, env, stdio: 'inherit' })
process.exitCode = status ?? 1
