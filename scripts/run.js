// node scripts/run.js FILE [WORD …]: installs, then runs a program of this repository with the pinned Node.
import { run } from './steps.js'

run(process.argv.slice(2))
