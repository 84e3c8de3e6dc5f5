// An installation without an account anywhere: its own calendar server and accounts. People come in with the set-up
// code, by an invitation and by the links of the operator, and a backup brings all of them back.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { documented } from '../src/proof/documented.ts'
import { followForms, pathOf } from '../src/family/forms.ts'
import { makeCalendar } from '../src/installation/home.ts'
import { query, readPlan, settled } from '../src/family/plan.ts'
import { install, proof, timed } from '../src/proof/proof.ts'
import type { Visitor } from '../src/family/visitor.ts'

const installation = await install({
  name: 'own-servers',
  prepare: 'sh infra/prepare.sh own',
  env: { ALLOWED_EMAILS: '', GOOGLE_CLIENT_ID: '', COMPOSE_PROFILES: 'calendar,backup' },
})
const { compose, docker, folder, project, shell } = installation
const runDocumented = documented(installation)
writeFileSync(join(folder, 'secrets/google-client-secret'), '')

const services = ['web', 'webhook-ingest', 'scheduler-worker']
const servers = ['caddy', 'postgres', 'redis', 'radicale', 'backup']
const steps = ['check', 'settings', 'roles', 'migrate']
const lost = ['postgres', 'redis', 'calendar', 'backups', 'certificates']

/** Each person's address and present password. */
const people = new Map<string, string>()
const [alex, robin, kim] = ['alex@example.com', 'robin@example.com', 'kim@example.com'] as const

/** What a person of the installation enters on the page of a sign-in. */
async function signIn(visitor: Visitor, email: string, password = people.get(email) ?? '') {
  await followForms(visitor, '/auth', { email, password })
}

/** A browser in which this person has just signed in. */
async function signedIn(email: string): Promise<Visitor> {
  const visitor = await installation.visitor()
  await signIn(visitor, email)
  if (visitor.cookie('__Host-session') === undefined) throw new Error(`${email} was not let in`)
  return visitor
}

/** The link that a command of the operator prints for a person. */
async function linkFrom(command: string, email: string): Promise<string> {
  const printed = await runDocumented(command, { 'alex@example.org': email })
  return pathOf(/https:\/\/\S+/.exec(printed)?.[0] ?? printed)
}

proof('every container becomes healthy', async () => {
  const { seconds } = await timed(() => installation.up(...servers, ...services))
  return `${seconds} s`
})

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
  t.equal(visitor.cookie('__Host-session'), undefined)
  await followForms(visitor, '/auth', { ...entered, set_up_code: code })
  t.ok(visitor.cookie('__Host-session'))
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

proof('the other parent comes by the invitation, a third person by the operator', async t => {
  const visitor = await signedIn(alex)
  const made = await visitor.confirmed('/people/invitations', { parent: 'b' }, people.get(alex))
  const [invitation = ''] = /\/invitations\/[\w-]{43}/.exec(await made.text()) ?? []
  const other = await installation.visitor()
  t.match(await other.page(invitation), 'Robin')
  people.set(robin, 'two wet socks under one chair')
  await followForms(other, `${invitation}/sign-in`, {
    email: robin,
    password: people.get(robin) ?? '',
  })
  t.ok(other.cookie('__Host-session'))

  const link = await linkFrom('docker compose run --rm people add alex@example.org', kim)
  people.set(kim, 'nine blue cups and a saucer')
  await followForms(await installation.visitor(), link, { password: people.get(kim) ?? '' })
  for (const email of people.keys()) await (await signedIn(email)).close()
})

proof('the operator makes a link to a new password, which works once', async t => {
  const before = await signedIn(robin)
  const old = people.get(robin) ?? ''
  const link = await linkFrom('docker compose run --rm people recover alex@example.org', robin)
  people.set(robin, 'six warm stones in a pocket')
  await followForms(await installation.visitor(), link, { password: people.get(robin) ?? '' })
  await t.rejects(signIn(await installation.visitor(), robin, old), { message: /: 401 / })
  await (await signedIn(robin)).close()
  t.equal((await before.send('/you')).status, 401, 'sessions of before have ended')
  const spent = await (await installation.visitor()).send(link)
  t.match(await spent.text(), 'This link no longer works')
  await runDocumented('docker compose run --rm people rebind alex@example.org', {
    'alex@example.org': robin,
  })
  await (await signedIn(robin)).close()
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

proof('nothing here needs an account elsewhere', async t => {
  const log = await compose('logs', '--no-log-prefix', 'web', 'scheduler-worker')
  t.notMatch(log, /google/i)
  const config = await shell('docker compose config')
  t.match(config, /^ +SIGN_IN: accounts$/m)
  t.match(config, /^ +OIDC_ISSUER: ""$/m)
})

proof('everything is lost, and everyone signs in after a restore as before', async t => {
  await settled(installation)
  const plan = await readPlan(installation)
  await runDocumented('docker compose run --rm backup node dist/main.js backup')
  await runDocumented('docker compose cp backup:/data/. ./backups')
  const FILE = readdirSync(join(folder, 'backups')).toSorted().at(-1) ?? ''
  await compose('rm', '--stop', '--force', ...steps, ...servers, ...services)
  for (const name of lost) await docker('volume', 'rm', `${project}_${name}`)
  const { seconds } = await timed(async () => {
    await runDocumented(
      'docker compose run --rm --user "$(id -u)" -v "$PWD"/backups:/backups:ro migrate node dist/main.js restore /backups/FILE',
      { FILE },
    )
    await installation.up(...servers, ...services)
  })
  const waiting = await installation.visitor()
  await waitFor('the certificate', () => waiting.page('/').catch(() => false))
  const stranger = signIn(await installation.visitor(), robin, 'two wet socks under one chair')
  await t.rejects(stranger, { message: /: 401 / }, 'the password of before the new one')
  for (const email of people.keys()) await (await signedIn(email)).close()
  t.strictSame(await readPlan(installation), plan)
  const visitor = await signedIn(alex)
  const events = await filled(visitor, await makeCalendar(visitor))
  return `${people.size} of ${people.size} people in, ${events.length} nights in a new calendar, ${seconds} s`
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
