/**
 * What became of one attempt to send. `retry`: it may work later, at the earliest after the wait that the server
 * asked for. `gone`: the device no longer exists. `give-up`: the server refuses this message for good.
 */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; code: string; afterSeconds: number | null }
  | { kind: 'gone' | 'give-up'; code: string }

const seconds = { first: 30, most: 3600 }

/** When to try again after the nth attempt: 30 s, doubled each time, at most an hour. */
export function retrySeconds(attempts: number, afterSeconds: number | null): number {
  const own = Math.min(seconds.most, seconds.first * 2 ** (Math.max(1, attempts) - 1))
  return Math.max(own, afterSeconds ?? 0)
}

/** The outcome of a push by the status of its answer (RFC 8030). */
export function pushOutcome(
  status: number,
  retryAfter: string | undefined,
  now: Temporal.Instant,
): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const code = `push-${status}`
  if (status === 404 || status === 410) return { kind: 'gone', code }
  if (status === 429 || status >= 500)
    return { kind: 'retry', code, afterSeconds: readRetryAfter(retryAfter, now) }
  return { kind: 'give-up', code }
}

/** A server that asks for more than a day would silence a person for good. */
const longestWait = 86_400

function readRetryAfter(text: string | undefined, now: Temporal.Instant): number | null {
  if (text === undefined) return null
  const wait = /^\d{1,9}$/.test(text)
    ? Number(text)
    : (Date.parse(text) - now.epochMilliseconds) / 1000
  return Number.isNaN(wait) ? null : Math.min(longestWait, Math.max(0, Math.ceil(wait)))
}

/** What nodemailer says of a failure. */
interface MailFailure {
  code?: string | undefined
  responseCode?: number | undefined
  /** Whether the server refused the message for good (RFC 5321, 4.2.1). */
  permanent?: boolean | undefined
  /** What the system said, where nodemailer replaced it by its own code. */
  originalCode?: string | undefined
}

const tlsCodes = /^(ETLS|EREQUIRETLS|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|CERT_|UNABLE_TO_)/

/**
 * The outcome of a failed e-mail. Only the server's refusal of the message is final: wrong credentials and
 * broken certificates are fixed by an operator, after which the message can still go out.
 */
export function mailOutcome(error: unknown): Outcome {
  const failure = isMailFailure(error) ? error : {}
  const { code = '', responseCode, permanent = false, originalCode = '' } = failure
  if (code === 'EAUTH') return retry('smtp-auth')
  if (tlsCodes.test(code) || tlsCodes.test(originalCode)) return retry('smtp-tls')
  if (responseCode !== undefined)
    return permanent
      ? { kind: 'give-up', code: `smtp-${responseCode}` }
      : retry(`smtp-${responseCode}`)
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return { kind: 'give-up', code: 'smtp-address' }
  return retry(code === 'ETIMEDOUT' || code === 'EABORT' ? 'smtp-timeout' : 'smtp-unreachable')
}

function retry(code: string): Outcome {
  return { kind: 'retry', code, afterSeconds: null }
}

function isMailFailure(error: unknown): error is MailFailure {
  return error instanceof Error
}
