// An installation without an account anywhere: its own calendar server and accounts. People come in with the set-up
// code and by the links of the operator, and a phone finds the calendar. from-nothing.proof.ts restores one.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { documented } from '../src/proof/documented.ts'
import { followForms, pathOf } from '../src/family/forms.ts'
import { makeCalendar } from '../src/installation/home.ts'
import { query } from '../src/family/plan.ts'
import { install, proof, timed } from '../src/proof/proof.ts'
import type { Visitor } from '../src/family/visitor.ts'

const installation = await install({
  name: 'own-servers',
  prepare: 'sh infra/prepare.sh own',
  env: { ALLOWED_EMAILS: '', GOOGLE_CLIENT_ID: '', COMPOSE_PROFILES: 'calendar' },
})
const { compose, docker, folder, project, shell } = installation
const runDocumented = documented(installation)
writeFileSync(join(folder, 'secrets/google-client-secret'), '')

await installation.up('caddy', 'radicale', 'web', 'webhook-ingest', 'scheduler-worker')

/** Each person's address and present password. */
const people = new Map<string, string>()
const [alex, kim] = ['alex@example.com', 'kim@example.com'] as const

/** What a person of the installation enters on the page of a sign-in. */
async function signIn(visitor: Visitor, email: string, password = people.get(email) ?? '') {
  await followForms(visitor, '/auth', { email, password })
}

/** A browser in which this person has just signed in. */
async function signedIn(email: string): Promise<Visitor> {
  const visitor = await installation.visitor()
  await signIn(visitor, email)
  if (visitor.cookies.get('__Host-session') === undefined)
    throw new Error(`${email} was not let in`)
  return visitor
}

/** The link that a command of the operator prints for a person. */
async function linkFrom(command: string, email: string): Promise<string> {
  const printed = await runDocumented(command, { 'alex@example.org': email })
  return pathOf(/https:\/\/\S+/.exec(printed)?.[0] ?? printed)
}

proof('the first person comes in with the set-up code, and only with it', async t => {
  const log = await runDocumented('docker compose logs web')
  const [, code = ''] = /set-up code ((?:[\dA-Z]{4}-?){3})/.exec(log) ?? []
  const visitor = await installation.visitor()
  await waitFor('the certificate', () => visitor.page('/').catch(() => false))
  const password = 'a red kite over seven hills'
  const entered = { email: alex, password }
  await t.rejects(followForms(visitor, '/auth', { ...entered, set_up_code: 'AAAA-BBBB-CCCC' }), {
    message: /: 403 /,
  })
  t.equal(visitor.cookies.get('__Host-session'), undefined)
  await followForms(visitor, '/auth', { ...entered, set_up_code: code })
  t.ok(visitor.cookies.get('__Host-session'))
  people.set(alex, password)
  const other = await installation.visitor()
  await t.rejects(signIn(other, alex, 'a grey heron by one river'), { message: /: 401 / })
  t.notMatch(await (await other.send('/auth')).text(), code)
})

const phonePassword = readFileSync(join(folder, 'secrets/caldav-password'), 'utf8').trim()
const authorization = `Basic ${Buffer.from(`parents:${phonePassword}`).toString('base64')}`

/** A request of a phone, which finds the calendar through the proxy. */
async function phone(
  visitor: Visitor,
  path: string,
  { method, headers = {}, body }: { method: string; headers?: object; body?: string },
) {
  return visitor.send(path, {
    method,
    headers: { authorization, ...headers },
    ...(body !== undefined && { body }),
  })
}

/** The nights in the calendar, once there are thirty, as UIDs of events. */
async function filled(visitor: Visitor, id: string): Promise<string[]> {
  return waitFor('30 nights', async () => {
    const text = await (await phone(visitor, `/caldav${id}`, { method: 'GET' })).text()
    const uids = [...text.matchAll(/^UID:(\S+)/gm)].map(([, uid = '']) => uid)
    return uids.length >= 30 && uids
  })
}

proof('they make a calendar and find it filled, also on a phone', async t => {
  const visitor = await signedIn(alex)
  t.match(await visitor.page('/calendars'), 'Make a calendar')
  const id = await makeCalendar(visitor)
  const found = await phone(visitor, '/.well-known/caldav', { method: 'PROPFIND' })
  t.equal(found.headers.get('location'), '/caldav/')
  const home = await phone(visitor, '/caldav/parents/', {
    method: 'PROPFIND',
    headers: { depth: '1' },
  })
  t.match(await home.text(), `/caldav${id}`, 'the phone gets addresses below /caldav/')
  t.equal((await visitor.send('/caldav/parents/', { method: 'PROPFIND' })).status, 401)
  const events = await filled(visitor, id)
  t.equal(new Set(events).size, events.length, 'one event a night')

  const [uid = ''] = events.toSorted()
  const path = `/caldav${id}${uid}.ics`
  const text = await (await phone(visitor, path, { method: 'GET' })).text()
  const [, night = ''] = /^DTSTART;VALUE=DATE:(\d{8})/m.exec(text) ?? []
  const title = text.replace(/^SUMMARY:.*$/m, 'SUMMARY:[Kim] 🌃👶Routine')
  const headers = { 'content-type': 'text/calendar' }
  t.ok((await phone(visitor, path, { method: 'PUT', headers, body: title })).ok)
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
})

proof('the operator lets a person in, and makes a link to a new password', async t => {
  const link = await linkFrom('docker compose run --rm people add alex@example.org', kim)
  people.set(kim, 'nine blue cups and a saucer')
  await followForms(await installation.visitor(), link, { password: people.get(kim) ?? '' })
  const before = await signedIn(kim)
  const other = await linkFrom('docker compose run --rm people recover alex@example.org', kim)
  people.set(kim, 'six warm stones in a pocket')
  await followForms(await installation.visitor(), other, { password: people.get(kim) ?? '' })
  t.equal((await before.send('/you')).status, 401, 'sessions of before have ended')
  await runDocumented('docker compose run --rm people rebind alex@example.org', {
    'alex@example.org': kim,
  })
  await (await signedIn(kim)).close()
  const list = await runDocumented('docker compose run --rm people list')
  for (const email of people.keys())
    t.match(list, new RegExp(`^${email} +password, signed in`, 'm'))
})

proof('the doctor finds nothing to fix', async t => {
  const report = await compose('run', '--rm', 'doctor')
  t.match(report, 'CALDAV_URL leads to the account')
  t.match(report, / 0 to fix/)
  t.notMatch(report, /google/i)
  return report.trim().split('\n').at(-1)
})

proof('what Authelia left behind is removed', async t => {
  const image = await docker('inspect', '--format', '{{.Config.Image}}', `${project}-redis-1`)
  const authelia = {
    services: {
      authelia: { image: image.trim(), command: ['sleep', '1h'], volumes: ['identity:/config'] },
    },
    volumes: { identity: {} },
  }
  await shell('docker compose -f - up -d', { input: JSON.stringify(authelia) })
  t.match(await shell('docker ps --all'), `${project}-authelia-1`)
  await runDocumented('docker compose up -d --remove-orphans')
  t.notMatch(await shell('docker ps --all'), `${project}-authelia-1`)
  await runDocumented('docker volume rm night-routine_identity', { 'night-routine': project })
  await (await signedIn(alex)).close()
})
