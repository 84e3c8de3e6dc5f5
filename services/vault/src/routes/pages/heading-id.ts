/** The id of a heading, also for `#Heading` in a link. */
export function slugOfHeading(words: string): string {
  const slug = words
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')
  // Avoids ids of the layout.
  return `h-${slug}`
}
