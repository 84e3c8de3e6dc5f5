import { readServerAddress, type ServerAddress } from './server-address.ts'

/** `smtps`: TLS from the start; `smtp`: requires STARTTLS; `smtp+plain`: no TLS. */
const ports = { smtps: 465, smtp: 587, 'smtp+plain': 25 }

/** A mail server, as SMTP_URL names it. */
export type MailServer = ServerAddress<keyof typeof ports>

/** Reads SMTP_URL, or says what is wrong with it. */
export function readMailServer(text: string): MailServer | { fault: string } {
  return readServerAddress(text, ports)
}
