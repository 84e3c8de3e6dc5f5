const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text as content of an XML element, or as an attribute in double quotes. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, character => entities[character] ?? character)
}
