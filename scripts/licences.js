// npm run licences: counts production dependencies by licence. Exits with 1 if a licence is not allowed.
import { readDependencies, unwelcome } from './dependencies.js'
import { install } from './steps.js'

const code = install()
if (code !== 0) process.exit(code)
const dependencies = readDependencies()
const counts = new Map()
for (const { licence } of dependencies) counts.set(licence, (counts.get(licence) ?? 0) + 1)
for (const [licence, count] of counts) console.log(`${count} ${licence}`)
for (const { name, version, licence } of unwelcome(dependencies)) {
  console.error(
    `${name}@${version} has the licence ${licence}, which scripts/dependencies.js does not allow.`,
  )
  process.exitCode = 1
}
