import { readMailServer } from '@night-routine/service'
import type { Message, Send } from '../channel.ts'
import { textWithLinks } from '../text-with-links.ts'
import { mailOutcome } from './mail-outcome.ts'

/** A mail server, and how long it may take. */
interface MailServerOptions {
  url: string
  /** The name it greets with (EHLO); undefined: the machine's, or an IP address, which strict servers refuse. */
  greeting?: string | undefined
  /** For each wait, and for all of them together. */
  timeoutMs?: number
  /** A certificate authority that the system does not know. */
  ca?: string
}

const usualTimeoutMs = 20_000

/** Connects to a mail server: `smtps://` has TLS from the start, `smtp://` STARTTLS, and only `smtp+plain://` none. */
function openTransport({ url, greeting, timeoutMs = usualTimeoutMs, ca }: MailServerOptions) {
  const server = readMailServer(url)
  if ('fault' in server) throw new Error(`SMTP_URL: ${server.fault}`)
  const { protocol, host, port, login } = server
  // Loaded here, because that takes a fifth of a second, and web never sends.
  return import('nodemailer').then(({ createTransport }) =>
    createTransport({
      host,
      port,
      ...(greeting !== undefined && { name: greeting }),
      secure: protocol === 'smtps',
      requireTLS: protocol === 'smtp',
      ignoreTLS: protocol === 'smtp+plain',
      ...(login !== null && { auth: { user: login.user, pass: login.password } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      ...(ca === undefined ? {} : { tls: { ca } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
}

/** Connects and signs in to a mail server, and sends nothing. @returns the code of the failure; undefined: none */
export async function mailServerFailure(options: MailServerOptions): Promise<string | undefined> {
  try {
    await (await openTransport(options)).verify()
    return undefined
  } catch (error) {
    const outcome = mailOutcome(error)
    return outcome.kind === 'sent' ? undefined : outcome.code
  }
}

/** Sends by a mail server. */
export function createMailSender(options: MailServerOptions & { from: string }): Send {
  const { from, timeoutMs = usualTimeoutMs, ...server } = options
  const opened = openTransport({ ...server, timeoutMs })
  return async (message, { email }, signal) => {
    const { to, subject, text, messageId, unsubscribeUrl, language } = mailOf(message, email)
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const transport = await opened
      await transport.sendMail({
        from: { name: 'Night Routine', address: from },
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        messageId,
        headers: {
          // One press turns these e-mails off (RFC 8058).
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
          'Auto-Submitted': 'auto-generated',
          'Content-Language': language,
        },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      return { kind: 'sent' }
    } catch (error) {
      return mailOutcome(error)
    }
  }
}

/** The e-mail of a message. Its id is the same for each attempt, so that mailboxes can drop a second copy. */
export function mailOf(message: Message, to: string) {
  const { id, text, url, turnOffUrl, language } = message
  return {
    to,
    subject: text.title,
    text: `${textWithLinks(message, text.lines, 'notification.stopEmails')}\n`,
    messageId: `<${id}@${new URL(url).hostname}>`,
    language,
    unsubscribeUrl: turnOffUrl,
  }
}

/** A subject with a line break could add headers. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}
