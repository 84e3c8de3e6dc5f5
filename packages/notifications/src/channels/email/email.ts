import { isIP } from 'node:net'
import { readMailServer, setting, type SettingToCheck } from '@night-routine/service'
import type { Channel, ChannelConfig, Message, Send } from '../channel.ts'
import { textWithLinks } from '../text-with-links.ts'
import { createMailSender, mailServerTrouble, type Mail, type SendMail } from './mail.ts'

/** The mail server of an installation. */
export const emailSettings = {
  SMTP_URL: setting.optional(
    'smtp',
    'The mail server that sends notifications; unset: none are sent by e-mail.',
    { secret: true, fault: mailServerFault },
  ),
  MAIL_FROM: setting.optional(
    'e-mail',
    'The sender of e-mails; unset: night-routine@ the host of PUBLIC_URL.',
  ),
}

function mailServerFault({ name, value }: SettingToCheck): string | undefined {
  const read = readMailServer(String(value))
  return 'fault' in read ? `${name}: ${read.fault}` : undefined
}

const serverFix = 'Check SMTP_URL: host, port, user, password and certificate.'

/** E-mail, by the mail server of the installation, to the address of the account. */
export const email: Channel = {
  name: 'channel.email',
  switchName: 'notifications.byEmail',
  fields: [],
  isSetUp: ({ SMTP_URL: url }) => url !== undefined,
  open: async ({ config }) => {
    const { SMTP_URL: url, PUBLIC_URL: publicUrl } = config
    if (url === undefined) return undefined
    return sendByMail(
      createMailSender({ url, from: senderOf(config), greeting: greetingOf(publicUrl) }),
    )
  },
  fixes: [{ codes: /^smtp-(?:auth|tls|unreachable|timeout)$/, fix: serverFix }],
  troubles: [[/^smtp-(?:address|5\d\d)$/, 'refusedMessage']],
  examine: async ({ SMTP_URL: url, PUBLIC_URL: publicUrl }) => {
    if (url === undefined) return []
    const code = await mailServerTrouble({ url, greeting: greetingOf(publicUrl), timeoutMs: 5000 })
    if (code === undefined) return [{ state: 'ok', text: 'The mail server lets us in.' }]
    return [{ state: 'problem', text: `No e-mail can be sent: ${code}.`, fix: serverFix }]
  },
}

/** The address that e-mails come from. */
export function senderOf({ PUBLIC_URL, MAIL_FROM }: ChannelConfig): string {
  return MAIL_FROM ?? `night-routine@${new URL(PUBLIC_URL).hostname}`
}

/** Sends messages as e-mails. */
export function sendByMail(send: SendMail): Send {
  return (message, { email: to }, signal) => send(mailOf(message, to), signal)
}

function mailOf(message: Message, to: string): Mail {
  const { id, text, url, turnOffUrl, language } = message
  return {
    to,
    subject: text.title,
    text: `${textWithLinks(message, text.lines, 'notification.stopEmails')}\n`,
    messageId: `<${id}@${new URL(url).hostname}>`,
    language,
    ...(turnOffUrl !== undefined && { unsubscribeUrl: turnOffUrl }),
  }
}

/**
 * The name for EHLO: the host of PUBLIC_URL, or that IP address as a literal (RFC 5321, 4.1.3). Undefined for a name
 * without a domain, such as localhost, which no server would accept.
 */
export function greetingOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl)
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:')
  if (isIP(hostname)) return `[${hostname}]`
  return hostname.includes('.') ? hostname : undefined
}
