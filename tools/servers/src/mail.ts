import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** An e-mail as a mail server accepted it, with its headers. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Whether it came over TLS. */
  secure: boolean
  text: string
}

/**
 * Starts a real mail server, and keeps the e-mails that it accepts. Without a certificate in `options` it speaks
 * plain text only.
 */
export async function startMailServer(
  t: { teardown(fn: () => Promise<void>): unknown },
  options: SMTPServerOptions = {},
) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: options.cert === undefined ? ['STARTTLS'] : [],
    onData(stream, { envelope: { mailFrom, rcptTo }, secure }, callback) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push({ from, to: rcptTo.map(({ address }) => address), secure, text })
        callback()
      })
    },
    ...options,
  })
  // A client that refuses the certificate is not an error of the server.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.teardown(
    () =>
      new Promise(resolve => {
        server.close(() => resolve())
      }),
  )
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { mails, port, url: `smtp+plain://localhost:${port}` }
}

/** The subject of an e-mail as it was sent. */
export function subjectOf({ text }: Pick<ReceivedMail, 'text'>): string {
  return /^Subject: (?<subject>.*)$/m.exec(text)?.groups?.['subject']?.trim() ?? ''
}
