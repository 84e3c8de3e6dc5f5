import { setTimeout as sleep } from 'node:timers/promises'
import { readToken } from '@night-routine/database/calendar'
import { parseSecretKeys } from '@night-routine/database/connection'
import { readJobRequests, type JobStatus } from '@night-routine/database/jobs'
import { secretKey } from './environments.ts'
import { patiently } from './household-state.ts'
import type { Run } from './run-state.ts'
import type { Stack } from './stack.ts'

const keys = parseSecretKeys([secretKey])
/** Far longer than any back-off, even on a slow machine. */
const withinMs = 300_000
/** A job can request another job, so a run has settled when no request has been open for this long. */
const quietMs = 600

/** Ends all failures: clears faults, releases notifications, and starts every process and server again. */
export async function endTrouble({ stack, background }: Run): Promise<string[]> {
  const ended = await Promise.allSettled(background.splice(0))
  const problems = ended.flatMap(one => (one.status === 'rejected' ? [String(one.reason)] : []))
  await stack.servers.up()
  await stack.control.clearFaults()
  await stack.control.notifications({ mode: 'release' })
  await stack.control.notifications({ mode: 'deliver' })
  const starting = Object.values(stack.processes).map(one => one.start())
  for (const one of await Promise.allSettled(starting))
    if (one.status === 'rejected') problems.push(String(one.reason))
  return problems
}

/**
 * A person presses Sync, and connects again where the provider had refused the grant; then everything
 * that was asked for has to be done within five minutes.
 */
export async function waitUntilIdle(run: Run): Promise<string[]> {
  const until = performance.now() + withinMs
  await pressSync(run, until)
  const meanwhile = async () => {
    if (await isBroken(run)) await pressSync(run, until)
  }
  if (await quiet(run.stack, { until, meanwhile })) return []
  const left = (await openWork(run.stack)).map(work => JSON.stringify(work, asText))
  return [`not settled after ${withinMs / 1000} s: ${left.join(', ')}`]
}

/** Waits until no job request has been open for a while. @returns false if that takes until then */
export async function quiet(
  stack: Pick<Stack, 'db'>,
  { until = Infinity, meanwhile }: { until?: number; meanwhile?: () => Promise<void> } = {},
): Promise<boolean> {
  let since: number | undefined
  while (performance.now() < until) {
    const now = performance.now()
    if ((await openWork(stack)).length > 0) since = undefined
    else since ??= now
    if (since !== undefined && now - since >= quietMs) return true
    await meanwhile?.()
    await sleep(50)
  }
  return false
}

async function openWork({ db }: Pick<Stack, 'db'>): Promise<JobStatus[]> {
  const work = await patiently(() => readJobRequests(db))
  return work.filter(
    ({ requestNumber, doneNumber, running }) => requestNumber !== doneNumber || running,
  )
}

async function isBroken({ stack }: Run): Promise<boolean> {
  const token = await patiently(() => readToken(stack.db, keys))
  return token !== undefined && token.broken !== null
}

async function pressSync(run: Run, until: number): Promise<void> {
  while (performance.now() < until) {
    if (await isBroken(run)) await run.visitor.signIn('alex@example.com', '/auth?intent=reconnect')
    if ((await run.visitor.form('/sync', {})) === 'accepted') return
    await sleep(200)
  }
}

function asText(_key: string, value: unknown) {
  return typeof value === 'bigint' ? value.toString() : value
}
