import { isIP } from 'node:net'
import { faultOfAddress, readMailServer, setting } from '@night-routine/service'
import type { Channel, ChannelConfig, ChannelFinding, ChannelFix } from '../channel.ts'
import { createMailSender, mailServerFailure } from './mail.ts'

/** The mail server of an installation. */
export const emailSettings = {
  SMTP_URL: setting.optional(
    'smtp',
    'The mail server; unset: no e-mails. Not Outlook.com or Microsoft 365: they ' +
      'end passwords for sending mail.',
    { secret: true, fault: faultOfAddress(readMailServer) },
  ),
  MAIL_FROM: setting.optional(
    'e-mail',
    'The sender; unset: night-routine@ the host of PUBLIC_URL.',
  ),
}

const serverFix = 'Check SMTP_URL: host, port, user, password and certificate.'

const otherServer =
  'Use another mail provider, such as one with app passwords, or a relay of your own that signs in with OAuth: ' +
  'docs/notifications.md, By e-mail.'

const fixes: readonly ChannelFix[] = [
  { codes: /^smtp-(?:auth|tls|unreachable|timeout)$/, fix: serverFix },
  {
    codes: /^smtp-no-passwords$/,
    fix: `Microsoft no longer takes passwords for sending mail. ${otherServer}`,
  },
  {
    codes: /^smtp-app-password$/,
    fix: 'This provider wants an app password: make one in your account there, and put it into SMTP_URL.',
  },
]

/** What is worth knowing about a mail server that still lets us in. */
export function endingSoon(url: string): ChannelFinding[] {
  const server = readMailServer(url)
  const isEnding =
    !('fault' in server) &&
    server.login !== null &&
    /(?:^|\.)(?:office365|outlook)\.com$/i.test(server.host)
  const text = 'Microsoft ends passwords for sending mail, so e-mail will stop one day.'
  return isEnding ? [{ state: 'notice', text, fix: otherServer }] : []
}

/** E-mail, by the mail server of the installation, to the address of the account. */
export const email: Channel = {
  name: 'channel.email',
  switchName: 'notifications.byEmail',
  fields: [],
  isSetUp: ({ SMTP_URL: url }) => url !== undefined,
  open: async ({ config }) => {
    const { SMTP_URL: url, PUBLIC_URL: publicUrl } = config
    if (url === undefined) return undefined
    return createMailSender({ url, from: senderOf(config), greeting: greetingOf(publicUrl) })
  },
  fixes,
  heardFailures: [
    [/^smtp-(?:address|5\d\d)$/, 'refusedMessage'],
    [/^smtp-no-passwords$/, 'noPasswords'],
    [/^smtp-app-password$/, 'refused'],
  ],
  examine: async ({ SMTP_URL: url, PUBLIC_URL: publicUrl }) => {
    if (url === undefined) return []
    const code = await mailServerFailure({ url, greeting: greetingOf(publicUrl), timeoutMs: 5000 })
    if (code === undefined)
      return [{ state: 'ok', text: 'The mail server lets us in.' }, ...endingSoon(url)]
    const fix = fixes.find(({ codes }) => codes.test(code))?.fix ?? serverFix
    return [{ state: 'problem', text: `No e-mail can be sent: ${code}.`, fix }]
  },
}

/** The address that e-mails come from. */
export function senderOf({ PUBLIC_URL, MAIL_FROM }: ChannelConfig): string {
  return MAIL_FROM ?? `night-routine@${new URL(PUBLIC_URL).hostname}`
}

/** The name for EHLO (RFC 5321, 4.1.3): the host of PUBLIC_URL; undefined without a domain, which servers refuse. */
export function greetingOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:')
  if (isIP(hostname)) return `[${hostname}]`
  return hostname.includes('.') ? hostname : undefined
}
