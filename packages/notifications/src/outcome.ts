import { readRetryAfter } from '@night-routine/service'

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

/** The answer of a push service. */
export interface PushAnswer {
  /** The host of the subscription. */
  host: string
  status: number
  retryAfter: string | undefined
  /** The beginning of its body; only read for a refusal. */
  said: string
}

/**
 * Answers that say that the subscription was made with another VAPID key: no message of ours can ever reach it, so it
 * ends and the browser subscribes again. The other refusals are about the request, such as its contact or its clock.
 * - FCM: 403, "SENDER_ID_MISMATCH" (firebase.google.com/docs/cloud-messaging/error-codes)
 * - Mozilla: 401, "VAPID public key mismatch" (mozilla-services.github.io/autopush-rs/errors.html)
 * - Apple: "VapidPkHashMismatch" (developer.apple.com, Sending web push notifications in web apps and browsers)
 * - Microsoft: 403, "does not match the credentials of the app that requested the channel URI"
 *   (learn.microsoft.com, Troubleshooting push notifications)
 */
const keyMismatches: readonly { host: RegExp; status?: number; says?: RegExp }[] = [
  { host: /\.googleapis\.com$/, status: 403 },
  { host: /\.push\.services\.mozilla\.com$/, status: 401, says: /public key mismatch/i },
  { host: /\.push\.apple\.com$/, says: /VapidPkHashMismatch/ },
  { host: /\.notify\.windows\.com$/, status: 403 },
]

/** Whether a push service may explain this status in its answer. */
export function isPushRefusal(status: number): boolean {
  return status === 400 || status === 401 || status === 403
}

/** The outcome of a push by the answer (RFC 8030). */
export function pushOutcome(
  { host, status, retryAfter, said }: PushAnswer,
  now: Temporal.Instant,
): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const code = `push-${status}`
  if (status === 404 || status === 410) return { kind: 'gone', code }
  // Microsoft answers 406 where others answer 429.
  if (status === 406 || status === 429 || status >= 500)
    return { kind: 'retry', code, afterSeconds: readRetryAfter(retryAfter, now) }
  const isMismatch = keyMismatches.some(
    each =>
      isPushRefusal(status) &&
      each.host.test(host) &&
      (each.status ?? status) === status &&
      (each.says?.test(said) ?? true),
  )
  return isMismatch ? { kind: 'gone', code: 'push-key-mismatch' } : { kind: 'give-up', code }
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

const tlsCodes = /ETLS|ERR_TLS|ERR_SSL|SELF_SIGNED|CERT_|UNABLE_TO_/

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
