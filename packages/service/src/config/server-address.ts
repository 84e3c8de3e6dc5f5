import { domainToASCII } from 'node:url'
import type { SettingToCheck } from './formats.ts'

/** The address of a server that is not on the web, as a setting names it. */
interface ServerAddress<Protocol extends string> {
  protocol: Protocol
  /** A name in ASCII, or an IP address without brackets. */
  host: string
  port: number
  /** Null where the server asks for none. */
  login: { user: string; password: string } | null
}

/** `smtps`: TLS from the start; `smtp`: requires STARTTLS; `smtp+plain`: no TLS. */
const mailPorts = { smtps: 465, smtp: 587, 'smtp+plain': 25 }

/** `mqtts`: TLS from the start; `mqtt`: no TLS, for a broker in the same network. */
const brokerPorts = { mqtt: 1883, mqtts: 8883 }

/** Reads SMTP_URL, or says what is wrong with it. */
export const readMailServer = (text: string) => readServerAddress(text, mailPorts)

/** Reads MQTT_URL, or says what is wrong with it. */
export const readMqttBroker = (text: string) => readServerAddress(text, brokerPorts)

/** The `fault` of a setting that such a function reads. */
export const faultOfAddress =
  (read: (text: string) => ServerAddress<string> | { fault: string }) =>
  ({ name, value }: SettingToCheck): string | undefined => {
    const found = read(String(value))
    return 'fault' in found ? `${name}: ${found.fault}` : undefined
  }

const form = /^(?<protocol>[a-z]+(?:\+[a-z]+)?):\/\/(?:(?<login>.*)@)?(?<place>[^@]*)$/is
const placeForm = /^(?<host>\[[\da-f:.]+\]|[^[\]:\s/?#%]+)(?::(?<port>\d*))?\/?$/i

/**
 * Reads an address strictly: what a client would misread is a fault, a sentence that follows the name of the setting
 * and never shows the value, which may hold a password. `ports` are the usual ones, in the order of a fault.
 */
function readServerAddress<Protocol extends string>(
  text: string,
  ports: Readonly<Record<Protocol, number>>,
): ServerAddress<Protocol> | { fault: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const protocols = Object.keys(ports) as Protocol[]
  const { protocol: given = '', login: before, place = '' } = form.exec(text)?.groups ?? {}
  const protocol = protocols.find(each => each === given.toLowerCase())
  if (protocol === undefined)
    return fault(`does not start with ${oneOf(protocols)}`, 'Write one of them.')
  const [example = protocol] = protocols
  const login = before === undefined ? null : readLogin(before, example)
  if (login !== null && 'fault' in login) return login
  if (/^(?:\/?$|:)/.test(place)) return fault('has no host', 'Write it after the slashes or the @.')
  const { host: named, port: digits } = placeForm.exec(place)?.groups ?? {}
  const host = named === undefined ? '' : asciiHost(named)
  if (host === '')
    return fault('has no valid host', 'Write a name or an IP address, then at most a port.')
  const port = digits === undefined || digits === '' ? ports[protocol] : Number(digits)
  if (port < 1 || port > 65_535)
    return fault('has no valid port', `Write one from 1 to 65535, such as ${ports[example]}.`)
  return { protocol, host, port, login }
}

function oneOf(protocols: readonly string[]): string {
  const all = protocols.map(each => `${each}://`)
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}

function fault(what: string, cure: string) {
  return { fault: `its value ${what}. ${cure}` }
}

function readLogin(
  before: string,
  protocol: string,
): ServerAddress<string>['login'] | { fault: string } {
  const [name = '', ...rest] = before.split(':')
  const [user, password] = [decoded(name), decoded(rest.join(':'))]
  if (user === undefined || password === undefined)
    return fault(
      'has a % in its user or password that is not percent-encoded',
      `Write %25 for each %: ${protocol}://user:100%25@host.`,
    )
  if (/\p{Cc}/u.test(user + password))
    return fault('has a control character in its user or password', 'Remove it.')
  if (user !== '' && password === '')
    return fault('has a user without a password', 'Write user:password@, or leave both out.')
  if (user === '')
    return fault('has an empty user', 'Write user:password@, or leave the @ out as well.')
  return { user, password }
}

/** Undefined for a percent sign that encodes nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function asciiHost(named: string): string {
  const bare = named.replace(/^\[|\]$/g, '')
  if (bare !== named) return URL.canParse(`http://${named}`) ? bare : ''
  const ascii = domainToASCII(named)
  return /^[\w-]+(?:\.[\w-]+)*\.?$/.test(ascii) ? ascii : ''
}
