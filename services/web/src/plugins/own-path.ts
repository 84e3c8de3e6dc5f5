/**
 * A path of this site, such as one that a form asks to return to; undefined for anything else. Two leading slashes,
 * or a backslash, would lead to another site.
 */
export function ownPath(text: string | undefined): string | undefined {
  return text !== undefined && /^\/(?!\/)[!-[\]-~]*$/.test(text) ? text : undefined
}
