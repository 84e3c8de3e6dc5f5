import type { CalendarError } from '@night-routine/calendar'
import type { WorkStatus } from '@night-routine/database'
import { fault, notice, ok, type Finding } from './finding.ts'

const secondsApart = 5
const daysOfCertificate = 14
const minutesOfWork = 10

/** Two clocks that should say the same; `seconds` is how far the other one is ahead of ours. */
export function judgeClock(whose: string, seconds: number): Finding {
  const apart = Math.round(Math.abs(seconds))
  if (apart <= secondsApart) return ok(`This machine and ${whose} agree about the time.`)
  const words = `The clock of this machine is ${apart} s ${seconds > 0 ? 'behind' : 'ahead of'} ${whose}.`
  return fault(words, 'Let both follow network time (NTP): sign-in and leases depend on it.')
}

/** How long the certificate of the public address still holds. */
export function judgeCertificate(host: string, days: number): Finding {
  const whole = Math.floor(days)
  if (days <= 0)
    return fault(
      `The certificate of ${host} is over.`,
      'Renew it: neither people nor the provider get through. Caddy does so by itself when ports 80 and 443 reach it.',
    )
  if (days < daysOfCertificate)
    return notice(
      `The certificate of ${host} ends in ${whole} days.`,
      'It should have been renewed by now: look at the log of the proxy.',
    )
  return ok(`The certificate of ${host} holds for ${whole} days.`)
}

/** What the provider says to a renewal with a token that is none: does it know the client? */
export function judgeClient(
  answer: Pick<CalendarError, 'reason' | 'message'> | undefined,
): Finding {
  if (answer?.reason === 'unauthorized')
    return ok('The provider knows GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.')
  if (answer?.reason === 'client-refused')
    return fault(
      'The provider does not accept GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET.',
      'Copy both again from the credentials of the Google project; docs/google-cloud.md shows where.',
    )
  return notice(
    `The provider could not be asked about the client: ${answer?.message ?? 'no answer'}`,
    'Look whether this machine reaches it, and run the doctor again.',
  )
}

/** What the address of notifications answers to a message without headers: is it ours? */
export function judgeWebhook(address: string, status: number, body: string): Finding {
  if (status === 400 && body.includes('channel-id'))
    return ok(`Notifications reach us at ${address}.`)
  return fault(
    `${address} is answered with ${status}, and not by webhook-ingest.`,
    'Lead POST /api/webhook/calendar of the public address to webhook-ingest.',
  )
}

/** How one kind of work stands. */
export function judgeWork(
  { kind, requestNumber, doneNumber, lastError, attempts }: WorkStatus,
  waitingSeconds: number,
): Finding {
  if (lastError !== null)
    return fault(
      `The work “${kind}” failed ${attempts === 1 ? 'once' : `${attempts} times`}: ${lastError}`,
      'docs/runbook.md says what to do about each of these sentences.',
    )
  if (requestNumber > doneNumber && waitingSeconds > minutesOfWork * 60)
    return fault(
      `The work “${kind}” has waited for ${Math.round(waitingSeconds / 60)} minutes.`,
      'Look whether a worker for it runs, and at its log.',
    )
  return ok(`The work “${kind}” is up to date.`)
}
