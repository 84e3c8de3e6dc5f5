/** What a notification says, all of it in its headers. */
export interface Notification {
  readonly channelId: string
  readonly token: string
  readonly resourceId: string
  /** `exists`, `not_exists`, `sync`, or a word that we do not know. */
  readonly resourceState: string
  readonly resourceUri: string
  /** Grows, with gaps, and need not be a number: it goes into the log and decides nothing. */
  readonly messageNumber: string
  /** Of the request that brought it, for the log. */
  readonly requestId?: string
}

const names = [
  'channel-id',
  'channel-token',
  'resource-id',
  'resource-state',
  'resource-uri',
  'message-number',
] as const

type HeaderName = (typeof names)[number]

/** Why headers are not those of a notification. */
export interface HeaderFault {
  /** The name without its prefix. */
  readonly header: HeaderName
  readonly fault: 'missing' | 'empty' | 'doubled'
}

/**
 * Reads notifications whose headers begin with one of `prefixes`, given in small letters. All six
 * headers must be there, not empty and once only, whichever prefix they have (contract, "Webhook
 * endpoint").
 *
 * The reader takes raw headers, names and values in turn: Node's other forms have joined what came
 * twice.
 */
export function headerReader(
  prefixes: readonly string[],
): (rawHeaders: readonly string[]) => Notification | HeaderFault {
  const known = new Map(prefixes.flatMap(prefix => names.map(name => [prefix + name, name])))

  return rawHeaders => {
    const values = new Map<HeaderName, string>()
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const header = known.get((rawHeaders[index] ?? '').toLowerCase())
      if (header === undefined) continue
      if (values.has(header)) return { header, fault: 'doubled' }
      values.set(header, rawHeaders[index + 1] ?? '')
    }
    const header = names.find(name => !values.get(name))
    if (header) return { header, fault: values.has(header) ? 'empty' : 'missing' }
    return notification(values)
  }
}

function notification(values: ReadonlyMap<HeaderName, string>): Notification {
  const text = (name: HeaderName) => values.get(name) ?? ''
  return {
    channelId: text('channel-id'),
    token: text('channel-token'),
    resourceId: text('resource-id'),
    resourceState: text('resource-state'),
    resourceUri: text('resource-uri'),
    messageNumber: text('message-number'),
  }
}
