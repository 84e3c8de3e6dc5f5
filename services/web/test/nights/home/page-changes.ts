import type { Database } from '@night-routine/database/connection'
import { tonight } from '@night-routine/household'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import type { RunningWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'

/** A household with a month of nights, all of them in its calendar. */
export async function household(web: RunningWeb) {
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  await selectFamily(web.db)
  await fillCalendar(web)
  await sync({ ...web, lockingDb: web.db, wake: noWakes }, alex)
  await finishJob(web)
  return browser
}

/** Every night has its event, as after the first push. */
export async function fillCalendar({ db, clock }: Pick<RunningWeb, 'db' | 'clock'>) {
  const today = clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  const state = 'present' as const
  const rows = Array.from({ length: 440 }, (_, days) => ({
    calendar_id: 'family',
    generation: 0,
    event_id: String(days),
    etag: '"1"',
    state,
    night: today.add({ days: days - 40 }),
  }))
  await db.insertInto('calendar_events').values(rows).execute()
}

/** As the worker does, but by the clock of the service. */
async function finishJob({ db, clock }: Pick<RunningWeb, 'db' | 'clock'>) {
  await db
    .updateTable('job_requests')
    .set(eb => ({
      done_number: eb.ref('request_number'),
      done_at: clock.now().toString(),
      last_error: null,
    }))
    .execute()
}

type Change = [what: string, change: (web: RunningWeb) => Promise<unknown>, shows: RegExp]

const change = (
  what: string,
  set: (db: Database, web: RunningWeb) => Promise<unknown>,
  shows: RegExp,
): Change => [what, web => set(web.db, web), shows]

/** The night on its page, initially. */
export const tonightOf = ({ clock }: RunningWeb) =>
  tonight({ timeZone: 'Europe/Paris', dayTurnsAtHour: 4 }, clock.now()).toString()

/** Of two zones that are more than a day apart, one has another date than our night. */
function zoneOfAnotherDay(web: RunningWeb): string {
  const isAnother = (zone: string) =>
    web.clock.now().toZonedDateTimeISO(zone).toPlainDate().toString() !== tonightOf(web)
  return ['Etc/GMT+12', 'Etc/GMT-14'].find(isAnother) ?? ''
}

/**
 * One change to each thing that the page shows, and its expected text. Written with plain SQL, so that
 * nothing rests on what our own writers note beside a change.
 */
export const changes: Change[] = [
  change(
    'the name of a parent',
    db => db.updateTable('parents').set({ name: 'Kim' }).where('id', '=', 'a').execute(),
    /<bdi>Kim<\/bdi>/,
  ),
  change(
    'a night that another parent does',
    (db, web) =>
      db
        .updateTable('assignments')
        .set({ caregiver_type: 'parent', parent: 'b', reason: 'Override', override: true })
        .where('night', '=', Temporal.PlainDate.from(tonightOf(web)))
        .execute(),
    /class="tonight is-b"/,
  ),
  change(
    'a babysitter',
    (db, web) =>
      db
        .updateTable('assignments')
        .set({ caregiver_type: 'babysitter', parent: null, babysitter_name: 'Maria' })
        .where('night', '=', Temporal.PlainDate.from(tonightOf(web)))
        .execute(),
    /class="tonight is-babysitter"/,
  ),
  change(
    'a night that is not planned any more',
    (db, web) =>
      db
        .deleteFrom('assignments')
        .where('night', '=', Temporal.PlainDate.from(tonightOf(web)))
        .execute(),
    /id="tonight-title">Nothing planned/,
  ),
  change(
    'something to tell',
    (db, { clock }) =>
      db
        .insertInto('notices')
        .values({ kind: 'reader-brake', created_at: clock.now().toString() })
        .execute(),
    /id="notices-title"/,
  ),
  change(
    'that it was read',
    (db, { clock }) =>
      db.updateTable('notices').set({ dismissed_at: clock.now().toString() }).execute(),
    /^(?:(?!notices-title)[^])*$/,
  ),
  change(
    'a push that is asked for',
    db =>
      db
        .updateTable('job_requests')
        .set({ request_number: 90n })
        .where('kind', '=', 'push')
        .execute(),
    /status is-working/,
  ),
  change('a push that is done', (_db, web) => finishJob(web), /checked just now/),
  change(
    'a push that fails',
    db =>
      db
        .updateTable('job_requests')
        .set({ last_error: JSON.stringify({ code: 'calendarError.forbidden', facts: {} }) })
        .where('kind', '=', 'push')
        .execute(),
    /can’t change the selected calendar\./,
  ),
  change('one that does not', (_db, web) => finishJob(web), /checked just now/),
  change(
    'a pull that fails',
    db => {
      const last_error = JSON.stringify({ code: 'calendarError.timeout', facts: {} })
      return db
        .insertInto('job_requests')
        .values({ kind: 'pull', request_number: 1n, last_error })
        .onConflict(conflict => conflict.column('kind').doUpdateSet({ last_error }))
        .execute()
    },
    /took too long to answer/,
  ),
  change('a pull that works', (_db, web) => finishJob(web), /checked just now/),
  change(
    'a channel',
    (db, { clock }) =>
      db
        .insertInto('notification_channels')
        .values({
          channel_id: 'channel',
          calendar_id: 'family',
          token_hash: 'hash',
          address: 'https://example.com',
          resource_id: 'resource',
          state: 'live',
          expiration: clock.now().add({ hours: 1 }).toString(),
        })
        .execute(),
    /show up here right away/,
  ),
  change('minutes', async (_db, { clock }) => clock.advance({ minutes: 5 }), /5 minutes ago/),
  change(
    'the end of the channel',
    async (_db, { clock }) => clock.advance({ minutes: 57 }),
    /every 2 minutes/,
  ),
  change(
    'the name of the calendar',
    db => db.updateTable('calendar_settings').set({ calendar_name: 'Nights' }).execute(),
    /Nights/,
  ),
  change(
    'a grant that broke',
    (db, { clock }) =>
      db
        .updateTable('oauth_token')
        .set({ broken_at: clock.now().toString(), broken_reason: 'refused' })
        .execute(),
    /Reconnect Google/,
  ),
  change(
    'the disconnect request',
    (db, { clock }) =>
      db
        .insertInto('disconnect_request')
        .values({ requested_at: clock.now().toString() })
        .execute(),
    /being disconnected/,
  ),
  change('no grant', db => db.deleteFrom('oauth_token').execute(), /^(?:(?!intent=)[^])*$/),
  change(
    'the first day of the week',
    db => db.updateTable('settings').set({ week_start: 7 }).execute(),
    /<thead>\s*<tr><th scope="col" abbr="Sunday"/,
  ),
  change(
    'the language',
    db => db.updateTable('settings').set({ language: 'fr' }).execute(),
    /<html lang="fr">/,
  ),
  change('another day', async (_db, { clock }) => clock.advance({ hours: 24 }), /Ce soir/),
  change(
    'another zone, where the day is another',
    (db, web) =>
      db
        .updateTable('settings')
        .set({ time_zone: zoneOfAnotherDay(web), day_turns_at_hour: 0 })
        .execute(),
    /Ce soir/,
  ),
]
