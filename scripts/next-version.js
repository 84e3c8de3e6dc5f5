// What a release changes in texts.

const number = /^(\d+)\.(\d+)\.(\d+)$/

/** Whether one version comes after another. */
export function comesAfter(next, last) {
  const [a, b] = [next, last].map(version => number.exec(version)?.slice(1).map(Number))
  if (!a || !b) return false
  const different = a.findIndex((part, index) => part !== b[index])
  return different !== -1 && a[different] > b[different]
}

/**
 * The changelog, in which what was unreleased is now that of a version.
 * @throws Error when nothing is unreleased
 */
export function releasedChangelog(text, version, date) {
  const heading = '## [Unreleased]\n'
  const [before, rest = ''] = text.split(heading)
  const news = rest.split(/^## /m, 1)[0] ?? ''
  if (news.trim() === '') throw new Error('CHANGELOG.md has nothing under "Unreleased".')
  return `${before}${heading}\n## [${version}] - ${date}\n${rest}`
}

/** A manifest with another version; nothing else of its text changes. */
export function withVersion(manifest, last, next) {
  return manifest.replace(`"version": "${last}"`, `"version": "${next}"`)
}
