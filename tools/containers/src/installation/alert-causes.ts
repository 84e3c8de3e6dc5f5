import { randomBytes } from 'node:crypto'
import type { Control } from '@night-routine/google-emulator'
import { addToProgram, runInside } from './exceed.ts'
import type { Household } from '../family/household.ts'
import type { Installation } from './installation.ts'
import { query } from '../family/plan.ts'

/** How to make an alert fire in a running installation. */
export interface Cause {
  begin?: () => Promise<unknown>
  /** Repeated until the alert fires. */
  keepOn?: () => Promise<unknown>
  end?: () => Promise<unknown>
}

const someNight = () => Temporal.Now.plainDateISO().add({ days: 9 }).toString()

/**
 * What makes each alert fire: the trouble itself where it can be had within seconds. Where it takes hours or
 * days, its time is written into the database, from which the services read their metrics.
 */
export function alertCauses({
  installation,
  home: { visitor },
  control,
}: {
  installation: Installation
  home: Household
  control: Control
}): Record<string, Cause> {
  const { compose } = installation
  const stop = (service: string) => compose('stop', service)
  const start = (service: string) => compose('up', '--detach', '--no-build', '--wait', service)
  const sql = (text: string) => query(installation, text)
  const valkey = (args: string) =>
    compose(
      'exec',
      '-T',
      'redis',
      'sh',
      '-c',
      `REDISCLI_AUTH=$(cat /run/secrets/redis_password) valkey-cli ${args}`,
    )
  const sync = () => visitor.form('/sync', {})
  const failCalls = (status: number) => control.fail({ path: '^/calendar/', status })
  const recover = async () => {
    await control.clearFaults()
    await sync()
  }
  const doneLongAgo = (kind: string) =>
    sql(`update job_requests set done_at = now() - interval '31 hours' where kind = '${kind}'`)
  const failedWakeUps = '{night-routine}:plan:failed'

  return {
    ProviderInTrouble: { begin: () => failCalls(503), keepOn: sync, end: recover },
    WorkWaits: {
      begin: async () => {
        await failCalls(503)
        await sync()
        await sql(
          `update job_requests set requested_at = now() - interval '11 minutes' where kind in ('pull', 'push')`,
        )
      },
      end: recover,
    },
    CalendarNotRead: { keepOn: () => doneLongAgo('pull') },
    SiteNotPublished: { keepOn: () => doneLongAgo('publish') },
    MessagesNotDelivered: {
      begin: async () => {
        const secret = `whsec_${randomBytes(32).toString('base64')}`
        await visitor.confirmed('/you/channels/webhook', { url: 'https://nobody.invalid/', secret })
        await visitor.form('/you/channels/webhook/test', {})
      },
    },
    ChannelEnds: {
      keepOn: () =>
        sql(`update notification_channels set expiration = now() + interval '30 minutes'`),
    },
    NightsOpen: {
      begin: async () => {
        for (const parent of ['a', 'b']) {
          const absence = { parent, from: someNight(), to: '', step: 'save' }
          await visitor.form('/settings/absences', absence)
        }
      },
    },
    PlanEnds: {
      begin: () => sql('delete from assignments where night > current_date'),
      end: sync,
    },
    WakeUpsFail: {
      begin: () =>
        valkey(
          `zadd '${failedWakeUps}' ${Array.from({ length: 11 }, (_, id) => `${id} ${id}`).join(' ')}`,
        ),
      end: () => valkey(`del '${failedWakeUps}'`),
    },
    QueueAway: { begin: () => stop('redis'), end: () => start('redis') },
    ServiceDown: { begin: () => stop('webhook-ingest'), end: () => start('webhook-ingest') },
    ProcessBusy: {
      begin: () => runInside(installation, 'web', addToProgram, `(${String(keepBusy)})()`),
      end: () => compose('restart', 'web'),
    },
    ErrorAnswers: {
      begin: () => stop('postgres'),
      keepOn: () => Promise.all(Array.from({ length: 5 }, () => visitor.send('/'))),
      end: () => start('postgres'),
    },
    CalendarRefused: { begin: () => failCalls(403), keepOn: sync, end: recover },
    // The worker makes no second call after the first refusal.
    ReconnectNeeded: {
      begin: async () => {
        await control.revokeGrants()
        await sync()
      },
    },
  }
}

/** Runs inside: some turns of the event loop take 0.7 s. Between them Prometheus gets its answer in time. */
function keepBusy(): void {
  setInterval(() => {
    const end = performance.now() + 700
    while (performance.now() < end);
  }, 1_200)
}
