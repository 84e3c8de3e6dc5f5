// npm run licences: counts production dependencies by licence. Exits with 1 if a licence is not allowed.
import { fileURLToPath } from 'node:url'
import { readPnpm } from './pnpm.js'
import { install } from './steps.js'

// Permissive licences.
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Weak copyleft by file or module: fine for libraries that we do not change.
  'EPL-2.0',
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
])

/** Packages whose manifest has no standard name for its licence, which a person has read. */
const reviewed = new Set(['url-template@2.0.8'])

/**
 * The licences that are not allowed, with their packages. An OR needs one allowed part, an AND all.
 * @param {Record<string, { name: string, versions: string[] }[]>} byLicence what `pnpm --recursive licenses list` prints
 * @returns {[licence: string, names: string[]][]}
 */
export function forbiddenLicences(byLicence) {
  return Object.entries(byLicence)
    .filter(([licence]) => !isAllowed(licence))
    .map(([licence, packages]) => [
      licence,
      packages
        .flatMap(({ name, versions }) => versions.map(version => `${name}@${version}`))
        .filter(name => !reviewed.has(name)),
    ])
    .filter(([, names]) => names.length > 0)
}

function isAllowed(licence) {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some(choice => choice.split(' AND ').every(one => allowed.has(one)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const code = install()
  if (code !== 0) process.exit(code)
  const byLicence = JSON.parse(readPnpm('--recursive', 'licenses', 'list', '--prod', '--json'))
  for (const [licence, packages] of Object.entries(byLicence))
    console.log(`${packages.length} ${licence}`)
  const forbidden = forbiddenLicences(byLicence)
  for (const [licence, names] of forbidden)
    console.error(`scripts/licences.js does not allow ${licence}: ${names.join(', ')}`)
  if (forbidden.length > 0) process.exitCode = 1
}
