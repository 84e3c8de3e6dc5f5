// npm run audit: the holes that are known of what runs in production. Ends with 1 when there is one to be
// closed, with 2 when nobody could be asked. `pnpm audit` of this pnpm asks an address that the registry
// of npm has given up; this asks the one in its place.
import { readDependencies } from './dependencies.js'
import { readPnpm } from './pnpm.js'
import { install } from './steps.js'

const code = install()
if (code !== 0) process.exit(code)
const { findHoles, isGrave, NoAnswer } = await import('./holes.js')
const dependencies = readDependencies()
try {
  const holes = await findHoles(dependencies, readPnpm('config', 'get', 'registry').trim())
  for (const { name, versions, severity, title, url } of holes)
    console.log(`${severity}: ${name} ${versions.join(', ')}: ${title} ${url}`)
  console.log(`${holes.length} known holes in ${dependencies.length} packages.`)
  if (holes.some(isGrave)) process.exitCode = 1
} catch (error) {
  if (!(error instanceof NoAnswer)) throw error
  console.error(error.message)
  console.error('So it is not known whether there are any. Try again, or with another registry.')
  process.exitCode = 2
}
