// What runs in production and was written by others: names, versions, licences.
import { readPnpm } from './pnpm.js'

/**
 * @typedef {object} Dependency
 * @property {string} name
 * @property {string} version
 * @property {string} licence as its manifest says it, an SPDX expression as a rule
 * @property {string} [homepage]
 * @property {string} [description]
 */

/** What pnpm says of all production dependencies, by licence. */
export function readDependencies() {
  return listDependencies(JSON.parse(readPnpm('licenses', 'list', '--prod', '--json')))
}

/**
 * One entry for each version of each package, in the order of their names.
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

// Licences that ask for their text and a name, and nothing of our own source.
const welcome = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Unlicense',
])

/** Old words of manifests for a licence that was read by a person. */
const readByPerson = new Map([['url-template@2.0.8', 'BSD-3-Clause']])

/**
 * Those whose licence is not welcome: of an OR one has to be, of an AND all.
 * @param {Dependency[]} dependencies
 */
export function unwelcome(dependencies) {
  return dependencies.filter(({ name, version, licence }) => {
    const said = readByPerson.get(`${name}@${version}`) ?? licence
    const choices = said.replaceAll(/[()]/g, '').split(' OR ')
    return !choices.some(choice => choice.split(' AND ').every(one => welcome.has(one)))
  })
}
