/**
 * The text of a body, in UTF-8; null for one that is larger.
 * @param heard is called for each part that arrives
 */
export async function limitedText(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mostBytes: number,
  heard = () => {},
): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of body) {
    heard()
    bytes += part.byteLength
    if (bytes > mostBytes) return null
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
