// Text changes of a release.

const number = /^(\d+)\.(\d+)\.(\d+)$/

/** Whether one version comes after another. */
export function comesAfter(next, last) {
  const [a, b] = [next, last].map(version => number.exec(version)?.slice(1).map(Number))
  if (!a || !b) return false
  const different = a.findIndex((part, index) => part !== b[index])
  return different !== -1 && a[different] > b[different]
}

/**
 * Moves the unreleased entries of the changelog to a version.
 * @throws Error if there are none
 */
export function releasedChangelog(text, version, date) {
  const heading = '## [Unreleased]\n'
  const [before, rest = ''] = text.split(heading)
  const unreleased = rest.split(/^## /m, 1)[0] ?? ''
  if (unreleased.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return `${before}${heading}\n## [${version}] - ${date}\n${rest}`
}

/** Replaces the version in the text of a manifest. */
export function withVersion(manifest, last, next) {
  return manifest.replace(`"version": "${last}"`, `"version": "${next}"`)
}
