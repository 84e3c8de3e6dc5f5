/** A request to an ntfy server, where `token` and family:secret may publish to topics that start with `nights-`. */
export interface NtfyCase {
  what: string
  /** Sent as it is, if it is a text. */
  body: unknown
  /** Without one, the right token is sent; null sends none. */
  authorization?: string | null
  method?: string
  path?: string
}

const message = { topic: 'nights-a', message: 'Bath at 19:30' }
const view = { action: 'view', label: 'Open', url: 'https://nights.example.org/' }
const http = { action: 'http', label: 'I’ll do it', url: 'https://nights.example.org/a' }
const withActions = (...actions: unknown[]) => ({ ...message, actions })
const bytes = (count: number) => ({
  ...message,
  message: 'é'.repeat(Math.floor(count / 2)) + 'x'.repeat(count % 2),
})

export const ntfyCases: NtfyCase[] = [
  { what: 'a message', body: message },
  {
    what: 'all that a message can have',
    body: {
      ...message,
      title: 'Zoë’s turn 🌙',
      priority: 4,
      tags: ['crescent_moon', 'family'],
      click: 'https://nights.example.org/?night=1#night',
      actions: [
        { ...http, method: 'POST', headers: { 'x-one': '1' }, body: '{"a":1}', clear: true },
        view,
      ],
    },
  },
  {
    what: 'several lines, trimmed',
    body: { ...message, message: '\n Tonight\n\n"Bath"; \\n door\t\n' },
  },
  { what: 'an empty message', body: { ...message, message: '' } },
  {
    what: 'null in every other field',
    body: { ...message, title: null, priority: null, tags: null, click: null, actions: null },
  },
  { what: 'priority 5', body: { ...message, priority: 5 } },
  { what: 'priority below 0', body: { ...message, priority: -1 } },
  { what: 'priority with a fraction', body: { ...message, priority: 4.5 } },
  { what: 'an action without a method', body: withActions(http) },
  { what: 'four actions', body: withActions(view, http, view, view) },
  { what: 'an action without an address', body: withActions({ action: 'http', label: 'x' }) },
  { what: '4,095 bytes', body: bytes(4095) },
  { what: '4,096 bytes', body: bytes(4096) },
  { what: 'no JSON', body: 'Bath at 19:30' },
  { what: 'a topic with a slash', body: { ...message, topic: 'nights/a' } },
  { what: 'a topic of 65 letters', body: { ...message, topic: `nights-${'a'.repeat(58)}` } },
  { what: 'a topic of another', body: { ...message, topic: 'theirs' } },
  { what: 'no token', body: message, authorization: null },
  { what: 'an unknown token', body: message, authorization: 'Bearer tk_unknown' },
  {
    what: 'a user and a password',
    body: message,
    authorization: 'Basic ZmFtaWx5OnNlY3JldA==',
  },
  { what: 'another path', body: message, path: '/some/path' },
]

/** What it answered, without what is another each time. */
export interface NtfyAnswer {
  what: string
  status: number
  answer: unknown
}

/** Sends a case, and returns what the server answered. */
export async function tryNtfy(
  { url, token }: { url: string; token: string },
  { what, body, authorization = `Bearer ${token}`, method = 'POST', path = '/' }: NtfyCase,
): Promise<NtfyAnswer> {
  const response = await fetch(new URL(path, url), {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { ...(authorization !== null && { authorization }) },
  })
  const text = await response.text()
  return { what, status: response.status, answer: JSON.parse(text, steady) }
}

/** Removes ids and times, and the sentences and links of refusals. Of a long text its length remains. */
function steady(key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > 200) return `${Buffer.byteLength(value)} bytes`
  return ['id', 'time', 'expires', 'error', 'link'].includes(key) ? undefined : value
}
