/** A slug is also the first part of a host name. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Reserved names. Sites that already have one keep it. */
const reserved = new Set(
  `about account admin api app assets auth autoconfig blog cdn dashboard dev docs ftp health healthz help host
  imap localhost login mail metrics mx ns ns1 ns2 pop publish readyz root security settings signin smtp ssl
  static status support system test vault wpad www www1 www2`.split(/\s+/),
)

/** Whether a site may get this slug. A browser would show `xn--…` as other letters. */
export function isFree(slug: string): boolean {
  return !reserved.has(slug) && !/^..--/.test(slug)
}
