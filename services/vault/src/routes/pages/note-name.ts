/** The name of a note: the last part of its path, or the folder for `index.md`. */
export function nameOf(path: string): string {
  const parts = path.replace(/\.md$/i, '').split('/')
  const name = parts.pop() ?? path
  return (name === 'index' ? parts.pop() : name) ?? 'Home'
}
