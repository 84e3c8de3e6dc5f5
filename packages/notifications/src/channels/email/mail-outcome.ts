import type { Outcome } from '../outcome.ts'

/** What nodemailer says of a failure. */
interface MailFailure {
  code?: string | undefined
  responseCode?: number | undefined
  /** Whether the server refused the message for good (RFC 5321, 4.2.1). */
  permanent?: boolean | undefined
  /** What the system said, where nodemailer replaced it by its own code. */
  originalCode?: string | undefined
  /** The server's last answer. */
  response?: string | undefined
}

const tlsCodes = /ETLS|ERR_TLS|ERR_SSL|SELF_SIGNED|CERT_|UNABLE_TO_/

/** What is wrong with a sign-in, where the answer says more than that. */
const refusedSignIns: readonly (readonly [says: RegExp, code: string])[] = [
  // Microsoft: the sign-in has to be one of OAuth, whatever the password is. Only one of these answers is about a wrong one.
  [
    /5\.7\.139(?!.*credentials were incorrect)|5\.7\.30\b|basic authentication is (?:disabled|not supported)/i,
    'smtp-no-passwords',
  ],
  // Google and others.
  [/application-specific password/i, 'smtp-app-password'],
]

/** The outcome of a failed e-mail. Only a refusal of the message is final: an operator can fix the rest. */
export function mailOutcome(error: unknown): Outcome {
  const failure: MailFailure = Object(error)
  const { code = '', originalCode = '', response = '' } = failure
  const { responseCode = 0, permanent = false } = failure
  if (code === 'EAUTH')
    return retry(refusedSignIns.find(([says]) => says.test(response))?.[1] ?? 'smtp-auth')
  if (tlsCodes.test(code) || tlsCodes.test(originalCode)) return retry('smtp-tls')
  // nodemailer takes any digits at the start of an answer for a code (RFC 5321, 4.2.1).
  if (responseCode >= 200 && responseCode <= 599)
    return permanent
      ? { kind: 'give-up', code: `smtp-${responseCode}` }
      : retry(`smtp-${responseCode}`)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'give-up', code: 'smtp-address' }
  return retry(code === 'ETIMEDOUT' || code === 'EABORT' ? 'smtp-timeout' : 'smtp-unreachable')
}

function retry(code: string): Outcome {
  return { kind: 'retry', code, afterSeconds: null }
}
