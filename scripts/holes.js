// What the registry knows of holes in packages.
import { satisfies } from 'semver'

/**
 * @typedef {object} Hole
 * @property {string} name
 * @property {string[]} versions those of ours that have it
 * @property {string} severity
 * @property {string} title
 * @property {string} url
 */

/** The registry gave no answer that could be read. Nothing is known then, neither good nor bad. */
export class NoAnswer extends Error {
  name = 'NoAnswer'
}

/**
 * The known holes of these packages.
 * @param {{ name: string, version: string }[]} packages
 * @param {string} registry
 * @returns {Promise<Hole[]>}
 * @throws NoAnswer
 */
export async function findHoles(packages, registry) {
  const versions = new Map()
  for (const { name, version } of packages)
    versions.set(name, [...(versions.get(name) ?? []), version])
  const advisories = await ask(Object.fromEntries(versions), registry)
  return [...versions].flatMap(([name, ours]) =>
    (advisories[name] ?? []).flatMap(({ vulnerable_versions: range, severity, title, url }) => {
      const affected = ours.filter(version => satisfies(version, range))
      return affected.length > 0 ? [{ name, versions: affected, severity, title, url }] : []
    }),
  )
}

async function ask(versions, registry) {
  const address = new URL('-/npm/v1/security/advisories/bulk', registry)
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(versions),
      signal: AbortSignal.timeout(30_000),
    })
    if (!answer.ok) throw new Error(`it answers ${answer.status}`)
    return await answer.json()
  } catch (error) {
    const why = error.cause?.message ?? error.message
    throw new NoAnswer(`The registry ${registry} tells nothing of known holes: ${why}.`, {
      cause: error,
    })
  }
}

/** What ends the audit; the others are told. */
export const isGrave = ({ severity }) => !['info', 'low'].includes(severity)
