// Known vulnerabilities, from the bulk advisory endpoint of the registry.
import { satisfies } from 'semver'

/**
 * @typedef {object} Vulnerability
 * @property {string} name
 * @property {string[]} versions the affected versions that we use
 * @property {string} severity
 * @property {string} title
 * @property {string} url
 */

/** The registry did not answer, so the result is unknown. */
export class NoAnswer extends Error {
  name = 'NoAnswer'
}

/**
 * Returns the known vulnerabilities of these packages.
 * @param {{ name: string, version: string }[]} packages
 * @param {string} registry
 * @returns {Promise<Vulnerability[]>}
 * @throws NoAnswer
 */
export async function findVulnerabilities(packages, registry) {
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
    throw new NoAnswer(`The registry ${registry} does not report vulnerabilities: ${why}.`, {
      cause: error,
    })
  }
}

/** Whether a vulnerability fails the audit; the others are only listed. */
export const isSevere = ({ severity }) => !['info', 'low'].includes(severity)
