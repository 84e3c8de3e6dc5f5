import { answerOutcome, type Answer, type NoAnswer } from '../guarded-post.ts'
import type { Outcome } from '../outcome.ts'

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

/** The outcome of a push by the answer (RFC 8030), if there was one. */
export function pushOutcome(
  { host, answer }: { host: string; answer: Answer | NoAnswer },
  now: Temporal.Instant,
): Outcome {
  if (typeof answer === 'string') return answerOutcome('push', answer, now)
  const { status, said } = answer
  if (status === 404) return { kind: 'gone', code: 'push-404' }
  const isMismatch = keyMismatches.some(
    each =>
      [400, 401, 403].includes(status) &&
      each.host.test(host) &&
      (each.status ?? status) === status &&
      (each.says?.test(said) ?? true),
  )
  if (isMismatch) return { kind: 'gone', code: 'push-key-mismatch' }
  // Microsoft answers 406 where others answer 429.
  const known = status === 406 ? { ...answer, status: 429 } : answer
  return answerOutcome('push', known, now)
}
