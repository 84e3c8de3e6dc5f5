/** A note's name for people: the last part of its path; that of `index.md` is its folder's. */
export function nameOf(path: string): string {
  const parts = path.replace(/\.md$/i, '').split('/')
  const name = parts.pop() ?? path
  return (name === 'index' ? parts.pop() : name) ?? 'Home'
}
