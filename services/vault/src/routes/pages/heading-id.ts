/** The id of a heading, and what `#Heading` in a link becomes. */
export function slugOfHeading(words: string): string {
  const slug = words
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
  // Not one of the page's own ids.
  return `h-${slug}`
}
