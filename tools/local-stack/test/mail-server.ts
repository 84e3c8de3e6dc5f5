import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Test } from 'tap'

/** A mail server that accepts everything, and the e-mails that it got. */
export async function mailServer(t: Test) {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        callback()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.teardown(
    () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
      }),
  )
  const { port } = server.server.address() as AddressInfo
  return { mails, url: `smtp+plain://127.0.0.1:${port}` }
}
