// From nothing to a person's plan by the commands of our pages, literally and in their order: on a machine with Node and
// npm alone, then with Docker at home and with Compose.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { startBareMachine } from '../src/engine/bare-machine.ts'
import { standInsOf } from '../src/engine/build-images.ts'
import { documented, shellBlocks, type RunDocumented } from '../src/proof/documented.ts'
import { editor } from '../src/family/editor.ts'
import { followForms, pathOf } from '../src/family/forms.ts'
import {
  alex,
  createHome,
  enterSettings,
  makeCalendar,
  setUpCode,
  type Home,
} from '../src/installation/home.ts'
import { planQuery, readPlan, settled } from '../src/family/plan.ts'
import { attempt, run } from '../src/engine/program.ts'
import { install, proof, session } from '../src/proof/proof.ts'
import type { Visitor } from '../src/family/visitor.ts'

const blocks = (page: string, heading: string) => shellBlocks(session.repository, page, heading)

const [starts = []] = blocks('README.md', 'Try it')

// The oldest Node of the README, and the one that Night Routine itself runs on.
for (const older of [20, undefined])
  proof(
    `with Node ${older ?? 'of the image'} and npm alone, the README leads to tonight`,
    async t => {
      const machine = await startBareMachine(session, older)
      t.teardown(() => machine.remove())
      if (older !== undefined) t.match(machine.node, `v${older}.`)
      const others =
        'for program in pnpm git docker psql redis-server chromium; do command -v $program; done'
      t.equal((await machine.look(others)).stdout, '', 'nothing else is installed')
      const figures: string[] = []
      t.equal(starts.length, 3)
      for (const command of starts) {
        const running = await machine.type(command, /Ctrl-C stops everything/)
        const [installing = ''] = running.printed().split('› Starting the database')
        // npm may announce a new version. With warnings, it was a hundred lines.
        t.ok(installing.trim().split('\n').length <= 10, 'installing says little', { installing })
        const [, address = ''] = /^ +(http:\S+)$/m.exec(running.printed()) ?? []
        // People with accounts there make the first one in a browser, with this code.
        const [code] = /set-up code [\dA-Z-]+/.exec(running.printed()) ?? []
        const said = code ?? (await machine.signIn(address, 'alex@example.com'))
        figures.push(`${command}: “${said}”`)
        await running.interrupt()
      }
      return figures.join(', ')
    },
  )

/** What a person enters on the screen after they chose a calendar. */
const family = { you: 'a', parent_a: 'Alex', parent_b: 'Robin', time_zone: 'Europe/London' }

/** Waits until the first page says who has tonight. */
const tonight = (visitor: Visitor) =>
  waitFor('a page that says who has tonight', async () =>
    (await visitor.page('/').catch(() => '')).includes('<h1 id="tonight-title">'),
  )

/** Types commands of docs/home.md for a home: with its names, port and image in place of the reader's. */
function typist(home: Home, runDocumented: RunDocumented) {
  const names = {
    'night-routine': home.container,
    'ghcr.io/OWNER/night-routine': home.image,
    '8080:8080': `127.0.0.1:${home.port}:8080`,
  }
  return async (command: string, fill: Record<string, string> = {}): Promise<string> => {
    // It was built here.
    if (command.startsWith('docker pull ') && session.images.built) return ''
    const printed = await runDocumented(command, { ...names, ...fill })
    // The family's calendar server is in this network.
    if (command.startsWith('docker run -d '))
      await home.docker('network', 'connect', home.network, home.container)
    return printed
  }
}

const [startHome = []] = blocks('docs/home.md', 'Start it')

proof('with Docker, docs/home.md leads to a plan, a backup, an upgrade and a restore', async t => {
  t.same(blocks('README.md', 'At home'), [startHome], 'the README has the same line')
  const home = await createHome(session, 'from-nothing-home')
  t.teardown(() => home.remove())
  const folder = join(session.folder, 'homes/from-nothing-home/reader')
  mkdirSync(folder)
  const options = { cwd: folder, env: session.engineEnv }
  // With something to fix, the doctor ends with 1.
  const shell = async (command: string) =>
    command.endsWith(' doctor')
      ? (await attempt('sh', ['-c', command], options)).stdout
      : run('sh', ['-c', command], options)
  const type = typist(home, documented({ shell }))
  if (session.images.built) {
    const clone = { cwd: session.source, env: session.engineEnv }
    const build = documented({ shell: command => run('sh', ['-c', command], clone) })
    const [, [command = ''] = []] = blocks('docs/home.md', 'Start it')
    const standIns = ['docker build', ...standInsOf(session)].join(' ')
    const fill = { 'docker build': standIns, '-t night-routine': `-t ${home.image}` }
    await build(command, fill)
  }
  for (const command of startHome) await type(command)
  await waitFor('the set-up code', async () => (await home.log()).includes('set-up code'))
  await type('docker logs night-routine')
  const { code } = await setUpCode(home)
  t.match(await type('docker exec night-routine node dist/main.js code'), code)
  await enterSettings(home)
  await home.ready()
  const visitor = home.visitor()
  await followForms(visitor, '/auth', { ...alex, set_up_code: code })
  await makeCalendar(visitor, family)
  await tonight(visitor)
  await home.calendar(42)
  const plan = await home.query(planQuery)

  const [commands = []] = blocks('docs/home.md', 'Commands')
  for (const command of commands) {
    const printed = await type(command, { 'alex@example.org': alex.email })
    // No proxy leads to the address.
    for (const problem of printed.match(/^PROBLEM .*/gm) ?? []) t.match(problem, /example\.org/)
  }
  const ADDRESS = 'robin@example.com'
  await type('docker exec night-routine node dist/main.js people add ADDRESS', { ADDRESS })
  await type('docker exec night-routine node dist/main.js keys --rotate')
  const [copies = []] = blocks('docs/home.md', 'Backups')
  for (const command of copies) await type(command)

  const [upgrade = []] = blocks('docs/home.md', 'Upgrade')
  let FILE = ''
  for (const command of [...upgrade, ...startHome]) {
    const printed = await type(command)
    FILE ||= backupIn(printed)
  }
  await home.ready()
  await tonight(visitor)
  t.same(await home.query(planQuery), plan, 'the upgrade keeps the plan and the sign-in')

  t.match(await type('docker exec night-routine node dist/main.js check FILE', { FILE }), 'whole')
  const [restore = []] = blocks('docs/recovery.md', 'Restore')
  for (const command of restore) await type(command, { FILE })
  await home.ready()
  t.equal((await visitor.send('/you')).status, 401, 'everyone signs in again')
  const again = home.visitor()
  await followForms(again, '/auth', alex)
  await tonight(again)
  t.same(await home.query(planQuery), plan)
})

const [[own = ''] = []] = blocks('docs/deploy.md', 'This machine alone')
const installation = await install({
  name: 'from-nothing',
  prepare: own,
  env: { ALLOWED_EMAILS: '', GOOGLE_CLIENT_ID: '', COMPOSE_PROFILES: 'calendar,backup' },
})
const { docker, folder, project } = installation
const withEditor = { env: { PATH: `${editor(folder)}:${session.engineEnv['PATH']}` } }
const runDocumented: RunDocumented = (command, fill) =>
  documented(installation)(command, fill, withEditor)

/** Removes what `prepare` made, as on another machine. */
function forget() {
  for (const name of ['.env', 'secrets']) rmSync(join(folder, name), { recursive: true })
}

/** Waits until everything is healthy. @returns a browser without a session */
async function opened(): Promise<Visitor> {
  await waitFor(
    'every container to be healthy',
    async () => !/starting|unhealthy|Restarting/.test(await runDocumented('docker compose ps')),
    180,
  )
  const visitor = await installation.visitor()
  await waitFor('the certificate', () => visitor.page('/').catch(() => false))
  return visitor
}

let planOfCompose: string[] = []

proof('Compose, alone on its machine, leads to a plan, a backup and a restore', async t => {
  forget()
  const [[, ...others] = []] = blocks('README.md', 'With Docker Compose')
  for (const command of [own, ...others]) await runDocumented(command)
  const visitor = await opened()
  const log = await runDocumented('docker compose logs web')
  const [, code = ''] = /set-up code ((?:[\dA-Z]{4}-?){3})/.exec(log) ?? []
  await followForms(visitor, '/auth', { ...alex, set_up_code: code })
  await makeCalendar(visitor, family)
  await tonight(visitor)
  await settled(installation)
  planOfCompose = await readPlan(installation)
  t.ok(planOfCompose.length >= 42)

  const made = await runDocumented('docker compose run --rm backup node dist/main.js backup')
  const FILE = backupIn(made)
  const check = 'docker compose run --rm backup node dist/main.js check /data/FILE'
  t.match(await runDocumented(check, { FILE }), 'whole')
  await runDocumented('docker compose cp backup:/data/. ./backups')
  const [, empty = [], [fromVolume = ''] = [], start = []] = blocks('docs/recovery.md', 'Restore')
  const fill = { FILE, 'night-routine_postgres': `${project}_postgres` }
  for (const command of [...empty, fromVolume, ...start]) await runDocumented(command, fill)
  const again = await opened()
  await followForms(again, '/auth', alex)
  await tonight(again)
  t.same(await readPlan(installation), planOfCompose)
})

proof('a phone finds the calendar through the proxy, and the operator lets people in', async t => {
  const visitor = await opened()
  const password = readFileSync(join(folder, 'secrets/caldav-password'), 'utf8').trim()
  const headers = { authorization: `Basic ${btoa(`parents:${password}`)}`, depth: '1' }
  const phone = (path: string) => visitor.send(path, { method: 'PROPFIND', headers })
  t.equal((await phone('/.well-known/caldav')).headers.get('location'), '/caldav/')
  t.match(await (await phone('/caldav/parents/')).text(), /\/caldav\/parents\/[^/<]+\//)
  t.equal((await visitor.send('/caldav/parents/', { method: 'PROPFIND' })).status, 401)

  const kim = 'kim@example.com'
  const given = { 'alex@example.org': kim }
  /** Follows the link that a command of the operator prints. */
  const follow = async (command: string, newPassword: string) => {
    const printed = await runDocumented(command, given)
    const path = pathOf(/https:\/\/\S+/.exec(printed)?.[0] ?? printed)
    await followForms(await installation.visitor(), path, { password: newPassword })
    const browser = await installation.visitor()
    await followForms(browser, '/auth', { email: kim, password: newPassword })
    return browser
  }
  const add = 'docker compose run --rm people add alex@example.org'
  const before = await follow(add, 'nine blue cups and a saucer')
  const recover = 'docker compose run --rm people recover alex@example.org'
  await follow(recover, 'six warm stones in a pocket')
  t.equal((await before.send('/you')).status, 401, 'sessions of before have ended')
  await runDocumented('docker compose run --rm people rebind alex@example.org', given)
  const list = await runDocumented('docker compose run --rm people list')
  t.match(list, new RegExp(`^${kim} +password, signed in`, 'm'))
})

proof('a household moves from Compose to one container, and back', async t => {
  const home = await createHome(session, 'from-nothing-moved')
  t.teardown(() => home.remove())
  const type = typist(home, runDocumented)
  const [toHome = [], toCompose = []] = blocks('docs/home.md', 'Moving')
  for (const command of [...toHome, ...startHome]) await type(command)
  await waitFor('the page for settings', async () => (await home.log()).includes('set-up code'))
  await enterSettings(home)
  await home.ready()
  t.same(await home.query(planQuery), planOfCompose)
  const there = home.visitor()
  await followForms(there, '/auth', alex)
  await tonight(there)

  // Back, to a machine that has nothing but a certificate.
  forget()
  for (const name of ['postgres', 'redis', 'calendar', 'backups'])
    await docker('volume', 'rm', `${project}_${name}`)
  for (const command of toCompose) await type(command)
  const back = await opened()
  t.same(await readPlan(installation), planOfCompose)
  await followForms(back, '/auth', alex)
  await tonight(back)
})

/** The name of the file that a backup says it went into. */
function backupIn(printed: string): string {
  return /([^/\s]+\.backup)/.exec(printed)?.[1] ?? ''
}
