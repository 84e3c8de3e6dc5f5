// npm run audit: lists known vulnerabilities of production dependencies. Exits with 1 for a severe one, and with 2
// if the registry does not answer. `pnpm audit` of our pnpm uses an endpoint that npm has retired; this uses its
// replacement.
import { readDependencies } from './dependencies.js'
import { readPnpm } from './pnpm.js'
import { install } from './steps.js'

const code = install()
if (code !== 0) process.exit(code)
const { findVulnerabilities, isSevere, NoAnswer } = await import('./advisories.js')
const dependencies = readDependencies()
try {
  const vulnerabilities = await findVulnerabilities(
    dependencies,
    readPnpm('config', 'get', 'registry').trim(),
  )
  for (const { name, versions, severity, title, url } of vulnerabilities)
    console.log(`${severity}: ${name} ${versions.join(', ')}: ${title} ${url}`)
  console.log(`${vulnerabilities.length} known vulnerabilities in ${dependencies.length} packages.`)
  if (vulnerabilities.some(isSevere)) process.exitCode = 1
} catch (error) {
  if (!(error instanceof NoAnswer)) throw error
  console.error(error.message)
  console.error('The result is unknown. Try again, or use another registry.')
  process.exitCode = 2
}
