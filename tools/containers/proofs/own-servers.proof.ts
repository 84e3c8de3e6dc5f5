// An installation without an account anywhere: its own calendar server and identity provider.
import { readFileSync } from 'node:fs'
import { passOpenidPages } from '@night-routine/servers/openid'
import { waitFor } from '@night-routine/servers'
import { publicUrl } from '../src/override.ts'
import { query } from '../src/plan.ts'
import { install, proof, session, timed } from '../src/proof.ts'
import type { Visitor } from '../src/visitor.ts'

const installation = await install({
  name: 'own-servers',
  env: { CALENDAR: 'caldav', SIGN_IN: 'oidc', COMPOSE_PROFILES: 'calendar,identity' },
})
const { compose, folder, shell } = installation
await shell('sh infra/person.sh alex@example.com', { input: 'a password of Alex\n' })

/** The stand-in has pages that this knows; those of Authelia are for a person. */
const isStandIn = Object.keys(session.standIns).length > 0
const skip = isStandIn ? undefined : 'the pages of Authelia itself ask for a person'

async function signIn(visitor: Visitor, email: string): Promise<void> {
  const toProvider = await visitor.send('/auth')
  const back = await passOpenidPages(
    toProvider.headers.get('location') ?? '',
    email,
    async (url, body) => {
      const { pathname, search } = new URL(url)
      return visitor.send(pathname + search, body && { method: 'POST', body })
    },
  )
  const { pathname, search } = new URL(back)
  const answer = await visitor.send(pathname + search)
  if (answer.status !== 302) throw new Error(`sign-in ended with ${answer.status}`)
}

proof('every container becomes healthy', async () => {
  const own = ['radicale', 'authelia', 'caddy', 'web', 'webhook-ingest', 'scheduler-worker']
  const { seconds } = await timed(() => installation.up(...own))
  return `${seconds} s`
})

const password = readFileSync(`${folder}/secrets/caldav-password`, 'utf8').trim()
const authorization = `Basic ${Buffer.from(`parents:${password}`).toString('base64')}`

proof(
  'a parent signs in, makes a calendar and finds it filled, also on a phone',
  async t => {
    const visitor = await installation.visitor()
    await waitFor('the certificate', () => visitor.page('/').catch(() => false))
    await signIn(visitor, 'alex@example.com')
    t.match(await visitor.page('/calendars'), 'Make a calendar')
    await visitor.form('/calendars/make', {})
    const [, id = ''] =
      /name="calendar_id" value="([^"]+)"/.exec(await visitor.page('/calendars')) ?? []
    await visitor.form('/calendars/select', { calendar_id: id })

    const phone = (
      path: string,
      method: string,
      more: Record<string, string> = {},
      body?: string,
    ) =>
      visitor.send(path, {
        method,
        headers: { authorization, ...more },
        ...(body !== undefined && { body }),
      })
    const found = await phone('/.well-known/caldav', 'PROPFIND')
    t.equal(found.headers.get('location'), '/caldav/')
    const home = await (await phone('/caldav/parents/', 'PROPFIND', { depth: '1' })).text()
    t.match(home, `/caldav${id}`, 'the phone gets addresses below /caldav/')
    t.equal((await visitor.send('/caldav/parents/', { method: 'PROPFIND' })).status, 401)
    const events = await waitFor('30 nights', async () => {
      const text = await (await phone(`/caldav${id}`, 'GET')).text()
      const uids = [...text.matchAll(/^UID:(\S+)/gm)].map(([, uid = '']) => uid)
      return uids.length >= 30 && uids
    })
    t.equal(new Set(events).size, events.length, 'one event a night')

    const [uid = ''] = events.toSorted()
    const path = `/caldav${id}${uid}.ics`
    const text = await (await phone(path, 'GET')).text()
    const [, night = ''] = /^DTSTART;VALUE=DATE:(\d{8})/m.exec(text) ?? []
    const title = text.replace(/^SUMMARY:.*$/m, 'SUMMARY:[Kim] 🌃👶Routine')
    t.ok((await phone(path, 'PUT', { 'content-type': 'text/calendar' }, title)).ok)
    const { seconds } = await timed(async () => {
      await visitor.form('/sync', {})
      await waitFor('the babysitter', async () => {
        const [name] = await query(
          installation,
          `select babysitter_name from assignments where to_char(night, 'YYYYMMDD') = '${night}'`,
        )
        return name === 'Kim'
      })
    })
    await visitor.close()
    return `${events.length} nights; an edit on the phone took ${seconds} s`
  },
  { skip },
)

proof('the doctor finds nothing to fix', async t => {
  const report = await compose('run', '--rm', 'doctor')
  t.match(report, 'CALDAV_URL leads to the account')
  t.match(report, 'The OpenID provider describes itself')
  t.match(report, / 0 to fix/)
  t.notMatch(report, /google/i)
  return report.trim().split('\n').at(-1)
})

proof('nothing here needs an account elsewhere', async t => {
  const log = await compose('logs', '--no-log-prefix', 'web', 'scheduler-worker')
  t.notMatch(log, /google/i)
  t.match(await shell('docker compose config'), `OIDC_ISSUER: ${publicUrl}/identity`)
})
