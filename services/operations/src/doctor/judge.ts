import type { Finding } from '@night-routine/calendar'
import type { JobStatus } from '@night-routine/database/jobs'
import type { FailedDeliveries } from '@night-routine/database/notifications'
import { readDiskSpace, type Environment } from '@night-routine/service'
import { channelOf, isChannelId } from '@night-routine/notifications'

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const notice = (text: string, fix: string): Finding => ({ state: 'notice', text, fix })
export const problem = (text: string, fix: string): Finding => ({ state: 'problem', text, fix })

/** What an error says; fetch puts the actual one into `cause`. */
export function messageOf(error: unknown): string {
  const actual = error instanceof Error ? (error.cause ?? error) : error
  return actual instanceof Error ? actual.message : String(actual)
}

/** Judges the room on the disks that the settings name. */
export async function judgeDisks(env: Environment): Promise<Finding[]> {
  const folders = ['DATA_FOLDER', 'VAULT_FOLDER', 'BACKUP_SECOND_FOLDER'].map(name => env[name])
  const found = folders.map(async folder => {
    if (!folder) return []
    const { free, isLow } = await readDiskSpace(folder)
    const text = `The disk of ${folder} has ${free} left.`
    return isLow ? notice(text, 'Make room on it: when it is full, the database stops.') : ok(text)
  })
  return (await Promise.all(found)).flat()
}

const secondsApart = 5
const daysOfCertificate = 14
const minutesOfWork = 10

/** Compares two clocks; `seconds` is how far the other one is ahead of ours. */
export function judgeClock(whose: string, seconds: number): Finding {
  const apart = Math.round(Math.abs(seconds))
  if (apart <= secondsApart) return ok(`This machine and ${whose} agree on the time.`)
  const text = `The clock of this machine is ${apart} s ${seconds > 0 ? 'behind' : 'ahead of'} ${whose}.`
  return problem(text, 'Synchronize both with network time (NTP): sign-in and leases depend on it.')
}

/** Judges the days until the certificate of the public address expires. */
export function judgeCertificate(host: string, days: number): Finding {
  const whole = Math.floor(days)
  if (days <= 0)
    return problem(
      `The certificate of ${host} has expired.`,
      'Renew it in your proxy: browsers and the provider refuse it. Caddy does so when ports 80 and 443 reach it.',
    )
  if (days < daysOfCertificate)
    return notice(
      `The certificate of ${host} expires in ${whole} days.`,
      'It should have been renewed by now: check the log of the proxy.',
    )
  return ok(`The certificate of ${host} is valid for ${whole} days.`)
}

/** The answer to a notification without headers shows whether webhook-ingest receives it. */
export function judgeWebhook(address: string, status: number, body: string): Finding {
  if (status === 400 && body.includes('channel-id'))
    return ok(`Notifications reach us at ${address}.`)
  return problem(
    `${address} answers ${status}, and does not lead to webhook-ingest.`,
    'Route POST /api/webhook/calendar of the public address to webhook-ingest.',
  )
}

/** Judges the messages of a week that failed for the same reason. */
export function judgeMessages({ channel, error, count }: FailedDeliveries): Finding {
  const [what, did] = count === 1 ? ['message', 'has'] : ['messages', 'have']
  const fixes = isChannelId(channel) ? channelOf(channel).fixes : []
  const known = fixes.find(({ codes }) => codes.test(error))
  return notice(
    `${count} ${what} by ${channel} of the last week ${did} not arrived: ${error}.`,
    known?.fix ?? 'docs/notifications.md says what this reason means.',
  )
}

/** Judges the accounts of the installation: their addresses, and those of everyone in the household. */
export function judgeMembers(accounts: readonly string[], household: readonly string[]): Finding {
  if (accounts.length === 0)
    return notice(
      'No one has an account here yet.',
      'The first person makes one with the set-up code in the log of web, or with the link of people add ADDRESS.',
    )
  const have = accounts.length === 1 ? '1 person has' : `${accounts.length} people have`
  const without = household.filter(email => !accounts.includes(email)).length
  if (without === 0) return ok(`${have} an account here.`)
  return notice(
    `${have} an account here, and ${without} of the household ${without === 1 ? 'has' : 'have'} none.`,
    'people list says who; people add ADDRESS makes a link with which the person comes in again.',
  )
}

/** Judges the state of one kind of job. */
export function judgeWork(
  { kind, requestNumber, doneNumber, lastError, attempts }: JobStatus,
  waitingSeconds: number,
): Finding {
  if (lastError !== null)
    return problem(
      `The job “${kind}” failed ${attempts === 1 ? 'once' : `${attempts} times`}: ${[lastError.code, ...Object.values(lastError.facts)].join(', ')}`,
      'Read the line “work failed” in the log; docs/runbook.md explains what the pages say.',
    )
  if (requestNumber > doneNumber && waitingSeconds > minutesOfWork * 60)
    return problem(
      `The job “${kind}” has waited for ${Math.round(waitingSeconds / 60)} minutes.`,
      'Check that its worker runs, and read the log.',
    )
  return ok(`The job “${kind}” is up to date.`)
}
