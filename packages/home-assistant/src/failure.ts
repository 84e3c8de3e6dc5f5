/** Why the broker cannot be used: what happened, and what an operator does. */
const failures = {
  'mqtt-unreachable': {
    what: 'cannot be reached',
    fix: 'Check the host and the port in MQTT_URL, and that the broker runs. In a container, localhost is the container itself.',
  },
  'mqtt-auth': {
    what: 'refuses our user or password',
    fix: 'Check the user and the password in MQTT_URL. The broker of Home Assistant takes the name of a Home Assistant user.',
  },
  'mqtt-tls': {
    what: 'has no TLS connection that we trust',
    fix: 'mqtts:// needs a TLS port (8883) and a certificate for this host. If your own authority signed it, name that in NODE_EXTRA_CA_CERTS.',
  },
  'mqtt-timeout': {
    what: 'does not answer in time',
    fix: 'Check that the port in MQTT_URL is the one for MQTT (1883, or 8883 with TLS), and no firewall is between.',
  },
  'mqtt-closed': {
    what: 'closes the connection',
    fix: 'Check that the port in MQTT_URL is the one for MQTT, with mqtts:// where it speaks TLS, and read the log of the broker.',
  },
  'mqtt-topic-refused': {
    what: 'does not let us use our topics',
    fix: 'Allow this user to read and write night-routine/# and the discovery prefix (homeassistant/#) in the access list of the broker.',
  },
  'mqtt-refused': {
    what: 'refuses the connection',
    fix: 'Read the log of the broker. It has to speak MQTT 5, as Mosquitto does since version 1.6.',
  },
} as const

export type BrokerFailure = keyof typeof failures

/** The broker cannot be used. The message is for operators and never has a password. */
export class BrokerError extends Error {
  override readonly name = 'BrokerError'
  readonly code: BrokerFailure
  /** What the broker does, in words that end a sentence. */
  readonly what: string
  /** What an operator does. */
  readonly fix: string

  constructor(code: BrokerFailure, options?: ErrorOptions) {
    const { what, fix } = failures[code]
    super(`The MQTT broker ${what}.`, options)
    this.code = code
    this.what = what
    this.fix = fix
  }
}

/** CONNACK: bad user name or password, not authorized, banned; the first two also by their numbers in MQTT 3. */
const authReasons = new Set([4, 5, 0x86, 0x87, 0x8a])
/** SUBACK and PUBACK: unspecified error, not authorized, topic filter or name invalid. */
const topicReasons = new Set([0x80, 0x87, 0x8f, 0x90])

const tlsCodes = /ERR_TLS|ERR_SSL|SELF_SIGNED|CERT_|UNABLE_TO_|EPROTO/
const unreachableCodes =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/

/** Classifies what the client said while it was connecting. */
export function connectFailure(error: unknown, { secure }: { secure: boolean }): BrokerError {
  const cause = { cause: error }
  if (error instanceof BrokerError) return error
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code === 'number')
    return new BrokerError(authReasons.has(code) ? 'mqtt-auth' : 'mqtt-refused', cause)
  if (typeof code !== 'string') return new BrokerError('mqtt-closed', cause)
  if (tlsCodes.test(code)) return new BrokerError('mqtt-tls', cause)
  if (unreachableCodes.test(code)) return new BrokerError('mqtt-unreachable', cause)
  if (code === 'ETIMEDOUT') return new BrokerError('mqtt-timeout', cause)
  // A port without TLS answers our greeting by closing.
  return new BrokerError(secure ? 'mqtt-tls' : 'mqtt-closed', cause)
}

/** Classifies what the client said of a message or a subscription. */
export function useFailure(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  const cause = { cause: error }
  if (code === 'ETIMEDOUT') return new BrokerError('mqtt-timeout', cause)
  const isRefused = typeof code === 'number' && topicReasons.has(code)
  return new BrokerError(isRefused ? 'mqtt-topic-refused' : 'mqtt-closed', cause)
}
