import { once } from 'node:events'
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Installation } from './installation.ts'
import { publicUrl } from './override.ts'

const host = new URL(publicUrl).hostname

/** What TLS agreed on with the proxy. */
export interface SecureConnection {
  session: ClientHttp2Session
  protocol: string
  /** The names that the certificate is for, and the organization and name of its issuer. */
  names: string
  issuer: string
  hoursLeft: number
}

/** Opens HTTP/2 to the proxy, and trusts the proof's authority alone. @throws Error of TLS */
export async function connectSecurely({
  authority,
  httpsPort,
}: Pick<Installation, 'authority' | 'httpsPort'>): Promise<SecureConnection> {
  const session = connectHttp2(`https://127.0.0.1:${httpsPort}`, {
    ca: authority,
    servername: host,
  })
  await once(session, 'connect')
  const socket = session.socket as TLSSocket
  const certificate = socket.getPeerCertificate()
  return {
    session,
    protocol: socket.alpnProtocol || 'none',
    names: certificate.subjectaltname ?? '',
    issuer: String(certificate.issuer.CN),
    hoursLeft: (Date.parse(certificate.valid_to) - Date.now()) / 3_600_000,
  }
}
