/** Whether PostgreSQL and UTF-8 can hold a text: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** Text from outside, safe to store: what PostgreSQL and UTF-8 refuse becomes U+FFFD; it is cut at `limit` units. */
export function outsideText(text: string, limit: number): string {
  const isSplit = /[\ud800-\udbff]/.test(text.charAt(limit - 1))
  return text
    .slice(0, isSplit ? limit - 1 : limit)
    .toWellFormed()
    .replaceAll('\0', '\ufffd')
}
