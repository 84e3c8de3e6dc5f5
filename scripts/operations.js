// npm run doctor, backup, restore, keys, people: for the stack of npm start in this folder, or for the
// installation of the environment, if it has SECRET_KEYS (doctor) or DATABASE_URL (the others)
// (or the same names with _FILE).
import { run } from './steps.js'

const [command, ...args] = process.argv.slice(2)
const isDoctor = command === 'doctor'
const setting = isDoctor ? 'SECRET_KEYS' : 'DATABASE_URL'
const described = process.env[setting] ?? process.env[`${setting}_FILE`]
const local = isDoctor
  ? ['tools/local-stack/src/main.ts', '--doctor']
  : ['tools/local-stack/src/recovery/main.ts', command]
run([...(described ? ['services/operations/src/main.ts', command] : local), ...args])
