/** The text of a page, without the escapes of Handlebars. */
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
