import { domainToASCII } from 'node:url'

/** A mail server, as SMTP_URL names it. */
export interface MailServer {
  /** `smtps`: TLS from the start; `smtp`: requires STARTTLS; `smtp+plain`: no TLS. */
  protocol: 'smtps' | 'smtp' | 'smtp+plain'
  /** A name in ASCII, or an IP address without brackets. */
  host: string
  port: number
  /** Null where the server asks for none. */
  login: { user: string; password: string } | null
}

const defaultPorts = { smtps: 465, smtp: 587, 'smtp+plain': 25 }
const form = /^(?<protocol>smtps|smtp|smtp\+plain):\/\/(?:(?<login>.*)@)?(?<place>[^@]*)$/is
const placeForm = /^(?<host>\[[\da-f:.]+\]|[^[\]:\s/?#%]+)(?::(?<port>\d*))?\/?$/i

/**
 * Reads SMTP_URL, strictly: what a mail client would misread, or only find out when it sends, is a fault. A fault is a
 * sentence that follows "SMTP_URL: " and never shows the value, which may hold a password.
 */
export function readMailServer(text: string): MailServer | { fault: string } {
  const parts = form.exec(text)?.groups
  if (parts === undefined)
    return fault('does not start with smtps://, smtp:// or smtp+plain://', 'Write one of them.')
  const { protocol: given = '', login: before, place = '' } = parts
  const protocol = protocolOf(given)
  const login = before === undefined ? null : readLogin(before)
  if (login !== null && 'fault' in login) return login
  if (/^(?:\/?$|:)/.test(place)) return fault('has no host', 'Write it after the slashes or the @.')
  const { host: named, port: digits } = placeForm.exec(place)?.groups ?? {}
  const host = named === undefined ? '' : asciiHost(named)
  if (host === '')
    return fault('has no valid host', 'Write a name or an IP address, then at most a port.')
  const port = digits === undefined || digits === '' ? defaultPorts[protocol] : Number(digits)
  if (port < 1 || port > 65_535)
    return fault('has no valid port', 'Write one from 1 to 65535, such as 465.')
  return { protocol, host, port, login }
}

function fault(what: string, cure: string) {
  return { fault: `its value ${what}. ${cure}` }
}

function protocolOf(given: string): MailServer['protocol'] {
  const lower = given.toLowerCase()
  return lower === 'smtps' || lower === 'smtp' ? lower : 'smtp+plain'
}

function readLogin(before: string): MailServer['login'] | { fault: string } {
  const [name = '', ...rest] = before.split(':')
  const [user, password] = [decoded(name), decoded(rest.join(':'))]
  if (user === undefined || password === undefined)
    return fault(
      'has a % in its user or password that is not percent-encoded',
      'Write %25 for each %: smtps://user:100%25@host.',
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
