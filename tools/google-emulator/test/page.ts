/** A page as its reader reads it: what Handlebars escapes, back in plain letters. */
export function unescaped(page: string): string {
  return page
    .replaceAll('&#x3D;', '=')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#x60;', '`')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
