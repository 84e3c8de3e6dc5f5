import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createControl } from '@night-routine/google-emulator'
import { freePort, waitFor } from '@night-routine/servers'
import { Browser } from '@night-routine/servers/browser'
import { startMailServer } from '@night-routine/servers/mail'
import t, { type Test } from 'tap'
import { isFreePort, requireFreePort } from '../src/port-check.ts'
import { hearOfChanges, unsubscribe } from './notifications.ts'
import { launchStack, stackPlace, type Place } from './running-stack.ts'

const notification = Object.fromEntries(
  ['channel-id', 'channel-token', 'resource-id', 'resource-state', 'resource-uri', 'message-number']
    .map(name => `x-goog-${name}`)
    .map(name => [name, 'forged']),
)

const publishing = (choice: 'on' | 'off') => ({
  page: 'sharing',
  publish: choice,
  publishNames: 'names',
  step: 'save',
})

// A start takes several processes, so one household lives through everything here.
t.test('a household behind one address, before and after a restart', async t => {
  const { mails, url } = await startMailServer(t)
  const place = await stackPlace(t, { SMTP_URL: url })
  const stack = await launchStack(t, place)
  t.equal(stack.exitCode, undefined, stack.printed())
  const { publicUrl, emulatorUrl } = stack
  const control = createControl(emulatorUrl)
  const alex = new Browser({ url: publicUrl, control })
  const robin = new Browser({ url: publicUrl, control })
  const data = place.DATA_FOLDER
  const key = () => readFile(join(data, 'keys', 'secret-keys'), 'utf8')
  const eventIds = async () => (await control.events('family')).map(({ id }) => id).toSorted()

  await t.test('one address leads to every service', async t => {
    t.match(stack.printed(), publicUrl)
    const home = await fetch(publicUrl)
    t.equal(home.status, 200)
    t.match(await home.text(), /Sign in/)
    await waitFor('web is ready', async () => (await fetch(`${publicUrl}/readyz`)).ok)
    t.equal((await fetch(emulatorUrl)).status, 200)
    const vaultUrl = `http://127.0.0.1:${place.VAULT_PORT}`
    t.equal((await fetch(vaultUrl)).status, 200, 'the publish host has the port that was asked for')

    const webhook = `${publicUrl}/api/webhook/calendar`
    t.equal((await fetch(webhook)).status, 405, 'where the worker has notifications sent')
    const forged = { method: 'POST', headers: notification }
    t.match(await (await fetch(webhook, forged)).json(), { error: /not from a channel of ours/ })

    const other = await fetch(`http://127.0.0.1:${place.PORT}/you`, { redirect: 'manual' })
    t.match([other.status, other.headers.get('location')], [308, `${publicUrl}/you`])
  })

  await t.test('a second start says where the first one runs', async t => {
    const second = await launchStack(t, { ...place })
    t.equal(second.exitCode, 1)
    t.match(second.printed(), `already running from this folder, at ${publicUrl}`)
  })

  await t.test('the doctor finds the stack, whatever ports it has', async t => {
    const elsewhere = { ...place, PORT: undefined, EMULATOR_PORT: undefined }
    const doctor = await launchStack(t, elsewhere, '--doctor')
    t.equal(doctor.exitCode, 0, doctor.printed())
    t.match(doctor.printed(), `ok       ${publicUrl} leads to web, which is ready.`)
    t.match(doctor.printed(), 'Wake-ups are calls within one process')
    t.match(doctor.printed(), ' 0 to fix')
  })

  await alex.signIn('alex@example.com')
  await robin.signIn('robin@example.com')
  const calendars = await alex.page('/calendars')
  const [, calendar_id = ''] = /name="calendar_id" value="([^"]+)"/.exec(calendars) ?? []
  await alex.post('/calendars/select', { calendar_id })

  await t.test('an e-mail tells the other parent of a change', async t =>
    hearOfChanges(t, { alex, robin, mails }),
  )
  await t.test('one press stops the e-mails', async t => unsubscribe(t, { alex, publicUrl, mails }))

  await alex.confirmed('/settings', publishing('on'))
  const sharing = () => alex.page('/settings/sharing')
  const isPublished = async () => (await sharing()).includes('Published and up to date')
  await waitFor('the plan is published', isPublished)
  const [, site = ''] = /href="([^"]+\/s\/[^"]+)"/.exec(await sharing()) ?? []
  await waitFor(`${site} is rendered`, async () => (await fetch(site)).ok)
  const [keptKey, keptEvents] = [await key(), await eventIds()]
  t.ok(keptEvents.length >= 30, `${keptEvents.length} events`)

  await t.test('Ctrl-C stops everything', async t => {
    t.equal(await stack.interrupt(), 0)
    const late = await launchStack(t, place, '--doctor')
    t.equal(late.exitCode, 1)
    t.match(late.printed(), 'Night Routine does not run from this folder.')
    await t.rejects(fetch(publicUrl))
    await t.rejects(fetch(emulatorUrl))
    await t.rejects(stat(join(data, 'postgres', 'postmaster.pid')), 'the database is stopped')
    await t.rejects(stat(join(data, 'stack.lock')), 'the folder is free again')
    await t.rejects(stat(join(data, 'addresses.json')), 'no password is left lying about')
    t.equal((await stat(join(data, 'keys', 'secret-keys'))).mode & 0o777, 0o600)
  })

  // A lock left by a killed stack is no obstacle; `npm run dev` starts the same; and the published site is at another
  // port from now on.
  await writeFile(join(data, 'stack.lock'), '999999999 http://localhost:1\n')
  const otherPlace = { ...place, VAULT_PORT: String(await freePort()) }
  const again = await launchStack(t, otherPlace, '--dev')

  await t.test('a restart keeps the session, the key and the calendar', async t => {
    t.equal(again.exitCode, undefined, again.printed())
    await waitFor('web is ready', async () => (await fetch(`${publicUrl}/readyz`)).ok)
    t.match(await alex.page('/you'), 'alex@example.com')
    t.equal(await key(), keptKey)
    t.same(await eventIds(), keptEvents)
  })

  await t.test('the publisher finds the site at its new port, and takes it down', async t => {
    await waitFor('the plan is published', isPublished)
    await alex.post('/settings', publishing('off'))
    await waitFor('the site', async () => (await fetch(`${site}statistics`)).ok)
    t.equal((await alex.confirmed('/settings/take-down', {})).status, 302)
    await waitFor(
      'the pages are gone',
      async () => (await fetch(`${site}statistics`)).status === 404,
    )
    t.notMatch(again.printed(), 'HostNotAllowed')
  })
  await again.interrupt()

  if (process.env['LONG_TESTS'] === undefined) return
  const fresh = await launchStack(t, place, '--fresh')
  t.equal(fresh.exitCode, undefined, fresh.printed())
  t.not(await key(), keptKey, '--fresh starts over')
  await fresh.interrupt()
})

t.test('one sentence says which port is taken, and what to do', async t => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await t.rejects(requireFreePort(port, 'PORT'), {
    name: 'StackError',
    message: `Port ${port} is taken. Stop what uses it, or choose another one: PORT=${port + 10} npm start`,
  })
})

t.test('--fresh never empties a database that is not its own', async t => {
  const place = await stackPlace(t, { DATABASE_URL: 'postgres://somebody@else.example/production' })
  const stack = await launchStack(t, place, '--fresh')
  t.equal(stack.exitCode, 1)
  t.match(stack.printed(), /--fresh empties only the database of the local stack/)
})

/** `npm start`, as a terminal runs it: all of its processes in one group, which gets the signals. */
async function startInTerminal(t: Test, place: Place) {
  const root = join(import.meta.dirname, '../../..')
  const program = [join(root, 'scripts/run.js'), join(import.meta.dirname, '../src/main.ts')]
  const child = spawn(process.execPath, program, { env: place, detached: true })
  const ended = once(child, 'exit')
  const signal = (name: NodeJS.Signals) => process.kill(-(child.pid ?? 0), name)
  t.teardown(() => {
    if (child.exitCode === null && child.signalCode === null) signal('SIGKILL')
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => (printed += String(chunk)))
  const prints = (text: string) => waitFor(text, async () => printed.includes(text))
  await prints('Ctrl-C stops everything')
  const [server = ''] = (
    await readFile(join(place.DATA_FOLDER, 'postgres', 'postmaster.pid'), 'utf8')
  ).split('\n')
  t.teardown(async () => {
    if (await works(Number(server))) process.kill(Number(server), 'SIGQUIT')
  })
  return { child, ended, signal, prints, server: Number(server) }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether a process works; one that has ended may wait for the first process of the machine to take note. */
const works = async (pid: number) =>
  /^State:\t[^ZX]/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))

t.test('a closed terminal ends everything, and what a killed start left behind', async t => {
  const place = await stackPlace(t)
  const killed = await startInTerminal(t, place)
  killed.signal('SIGKILL')
  await killed.ended
  t.ok(await works(killed.server), 'its database runs on')
  await waitFor('the services to end', async () => isFreePort(Number(place.PORT)))

  const closed = await startInTerminal(t, place)
  closed.signal('SIGHUP')
  await closed.prints('Stopping')
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGTERM'] as const) closed.signal(signal)
  closed.child.stdout.destroy()
  closed.child.stderr.destroy()
  await closed.ended
  t.equal(closed.child.exitCode, 0)
  for (const server of [killed.server, closed.server])
    t.notOk(await works(server), 'no database runs on')
  for (const left of ['postgres/postmaster.pid', 'stack.lock', 'addresses.json'])
    t.notOk(await isThere(join(place.DATA_FOLDER, left)), left)
})
