const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Whether people would read two names as the same. Width, case, spaces and invisible characters are ignored
 * (NFKC and case folding).
 */
export function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  // Upper case first, so that "ß" equals "SS".
  const visible = name.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase()
  return visible.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
