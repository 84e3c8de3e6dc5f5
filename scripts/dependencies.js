// Production dependencies: names, versions, licences.
import { readPnpm } from './pnpm.js'

/**
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} licence from its manifest, usually an SPDX expression
 * @property {string} [homepage]
 * @property {string} [description]
 */

/** All production dependencies, by licence, from pnpm. */
export function readDependencies() {
  return listDependencies(JSON.parse(readPnpm('licenses', 'list', '--prod', '--json')))
}

/**
 * One entry per version of each package, sorted by name.
 * @param {Record<string, { name: string, versions: string[], homepage?: string, description?: string }[]>} byLicence
 * @returns {Dependency[]}
 */
export function listDependencies(byLicence) {
  return Object.entries(byLicence)
    .flatMap(([licence, packages]) =>
      packages.flatMap(({ name, versions, homepage, description }) =>
        versions.map(version => ({ name, version, licence, homepage, description })),
      ),
    )
    .filter(({ name }) => !name.startsWith('@night-routine/'))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
}

// Permissive licences.
const welcome = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Weak copyleft by file: fine for libraries that we do not change.
  'MPL-2.0',
  'PSF-2.0',
  'Unlicense',
])

/** Licences with a nonstandard name in the manifest, reviewed by a person. */
const readByPerson = new Map([['url-template@2.0.8', 'BSD-3-Clause']])

/**
 * The dependencies with a licence that is not allowed. An OR needs one allowed part, an AND all.
 * @param {Dependency[]} dependencies
 */
export function unwelcome(dependencies) {
  return dependencies.filter(({ name, version, licence }) => {
    const said = readByPerson.get(`${name}@${version}`) ?? licence
    const choices = said.replaceAll(/[()]/g, '').split(' OR ')
    return !choices.some(choice => choice.split(' AND ').every(one => welcome.has(one)))
  })
}
