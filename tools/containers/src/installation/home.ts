import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, waitFor } from '@night-routine/servers'
import { calendarPerson } from '@night-routine/servers/caldav'
import { followForms } from '../family/forms.ts'
import { publicUrl } from './override.ts'
import { attempt, run } from '../engine/program.ts'
import type { Session } from '../engine/session.ts'
import { pinnedImages } from '../engine/stand-ins.ts'
import { Visitor } from '../family/visitor.ts'

/** Night Routine in one container, on one volume, with a calendar server in another one. */
export interface Home {
  container: string
  volume: string
  image: string
  /** Where its calendar server is. */
  network: string
  /** The port of this machine that leads to it. */
  port: number
  /** docker with these words. @throws {ProgramError} */
  docker: (...args: string[]) => Promise<string>
  /**
   * Starts the container as docs/home.md does, with the limits of infra/home/compose.yml. Unless `asks`, the environment
   * says everything. `folder` takes the place of the volume; `more` are other words of `docker run`; `version` is
   * another image.
   */
  start: (how?: {
    asks?: boolean
    folder?: string
    more?: readonly string[]
    version?: string
  }) => Promise<void>
  /** Waits until it is ready. @returns the seconds that took */
  ready: () => Promise<string>
  /** Waits until its page says this instead. @returns what matched */
  says: (sentence: RegExp) => Promise<string>
  /** Everything that it has logged since it was made. */
  log: () => Promise<string>
  /** A browser without a session, which comes through a proxy. */
  visitor: () => Visitor
  /** Runs a shell script that sees the container's processes, as their user. */
  beside: (script: string) => Promise<string>
  /** What a query prints: a line for each row. */
  query: (sql: string) => Promise<string[]>
  /** The titles in the calendar by night, once there are at least `atLeast`. */
  calendar: (atLeast?: number) => Promise<Map<string, string>>
  /** Keeps the volume mounted while no home runs. */
  holdVolume: () => Promise<void>
  /** Removes everything: containers, volume and network. */
  remove: () => Promise<void>
}

/** The first person. */
export const alex = { email: 'alex@example.com', password: 'a red kite over seven hills' }

const calendarPassword = 'calendar-password'
const environment = {
  PARENT_A: 'Alex',
  PARENT_B: 'Robin',
  TIME_ZONE: 'Europe/London',
}

/** What a person enters on the page for settings. */
const entered = {
  PUBLIC_URL: publicUrl,
  CALENDAR: 'caldav',
  CALDAV_URL: 'http://radicale:5232/',
  CALDAV_USERNAME: 'parents',
  CALDAV_PASSWORD: calendarPassword,
  CALDAV_ALLOW_PLAIN_HTTP: 'true',
  SIGN_IN: 'accounts',
}
const radicale =
  '--config= --server-hosts=0.0.0.0:5232 --auth-type=htpasswd --auth-htpasswd-filename=/users ' +
  '--auth-htpasswd-encryption=plain --rights-type=owner_only --web-type=none --logging-level=warning ' +
  '--storage-filesystem-folder=/var/lib/radicale/collections'

/** Prepares a home: its calendar server runs, the container itself does not yet. */
export async function createHome(session: Session, name: string): Promise<Home> {
  const env = session.engineEnv
  const docker = (...args: string[]) => run('docker', args, { env })
  const tryDocker = (...args: string[]) => attempt('docker', args, { env })
  const container = `${session.projectPrefix}-${name}`
  const [network, volume] = [container, container]
  const [calendarServer, helper, holder] = [
    `${container}-calendar`,
    `${container}-beside`,
    `${container}-holder`,
  ]
  const pinned = pinnedImages(session.source)
  const imageOf = (service: string) =>
    session.standIns[pinned[service] ?? ''] ?? pinned[service] ?? ''
  const { prefix, tag, built } = session.images
  // A release gives it the name of the project.
  const image = built ? `${prefix}/home:${tag}` : `${prefix}:${tag}`
  const calendarPort = await freePort()

  const folder = join(session.folder, 'homes', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'users'), `parents:${calendarPassword}\n`)
  await docker('network', 'create', network)
  const server = `run --detach --name=${calendarServer} --network=${network} --network-alias=radicale`
  const reached = `--publish=127.0.0.1:${calendarPort}:5232 --volume=${folder}/users:/users:ro`
  await docker(...words(`${server} ${reached} ${imageOf('radicale')} ${radicale}`))

  const person = calendarPerson({
    url: `http://127.0.0.1:${calendarPort}/`,
    home: `http://127.0.0.1:${calendarPort}/parents/`,
    username: 'parents',
    password: calendarPassword,
  })
  const port = await freePort()
  const ask = async (path: string) => {
    const signal = AbortSignal.timeout(5_000)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { signal }).catch(() => undefined)
    return { status: answer?.status, text: await answer?.text().catch(() => '') }
  }
  const beside = (script: string) => {
    const its = `--pid=container:${container} --network=container:${container} --user=1000:1000`
    const begin = `run --rm --name=${helper} ${its} --entrypoint=sh ${imageOf('postgres')} -ec`
    return docker(...words(begin), script)
  }

  return {
    container,
    volume,
    image,
    network,
    port,
    docker,
    beside,
    async start({ asks = false, folder: kept = volume, more = [], version = image } = {}) {
      const place = `--name=${container} --network=${network} --publish=127.0.0.1:${port}:8080`
      const limits = '--read-only --tmpfs=/tmp --cap-drop=ALL --security-opt=no-new-privileges'
      const stays = `--volume=${kept}:/data --restart=unless-stopped`
      const given = Object.entries({ ...environment, ...(!asks && entered) })
      const begin = words(`run --detach ${place} ${stays} ${limits}`)
      const settings = given.map(([key, value]) => `--env=${key}=${value}`)
      await docker(...begin, ...settings, ...more, version)
    },
    async ready() {
      const startedAt = performance.now()
      await waitFor('home is ready', async () => (await ask('/readyz')).status === 200, 120)
      return ((performance.now() - startedAt) / 1000).toFixed(1)
    },
    says: sentence =>
      waitFor(
        `a page with ${sentence}`,
        async () => sentence.exec((await ask('/')).text ?? '')?.[0] ?? false,
        120,
      ),
    async log() {
      const { stdout, stderr } = await tryDocker('logs', container)
      return stdout + stderr
    },
    visitor: () => new Visitor({ port }),
    async query(sql) {
      // Its socket is in the container's own /tmp.
      const socket = '"$(echo /proc/1/root/tmp/night-routine-*)"'
      const form = `--no-psqlrc --tuples-only --no-align --field-separator=' ' --set=ON_ERROR_STOP=1`
      const psql = `psql --host=${socket} --username=postgres ${form}`
      const printed = await beside(`${psql} <<'END'\n${sql}\nEND`)
      return printed.split('\n').filter(line => line !== '')
    },
    calendar: (atLeast = 1) =>
      waitFor(`${atLeast} nights in the calendar`, async () => {
        const list = await person.request('PROPFIND', '/parents/', { headers: { depth: '1' } })
        const [, path] = /<href>(\/parents\/[^/<]+\/)<\/href>/.exec(list.body) ?? []
        const events = path === undefined ? [] : await person.events(path)
        const nights = new Map(
          events.map(({ start, summary }) => [start.date?.replaceAll('-', '') ?? '', summary]),
        )
        return nights.size >= atLeast && nights
      }),
    async holdVolume() {
      const its = `--name=${holder} --network=none --volume=${volume}:/data --entrypoint=sleep`
      await docker(...words(`run --detach --init ${its} ${imageOf('postgres')} infinity`))
    },
    async remove() {
      for (const one of [helper, holder, container, calendarServer])
        await tryDocker('rm', '--force', '--volumes', one)
      await tryDocker('volume', 'rm', '--force', volume)
      await tryDocker('network', 'rm', network)
    },
  }
}

/** What the log says of the set-up code, and the code: once there are people, only the command prints one. */
export async function setUpCode({ log, docker, container }: Home) {
  const said = (await log()).split('\n').find(one => one.includes('set-up code')) ?? ''
  const printed = said.includes('the command')
    ? await docker('exec', container, 'node', 'dist/main.js', 'code')
    : said
  return { said, code: /[\dA-Z]{4}(?:-[\dA-Z]{4}){2}/.exec(printed)?.[0] ?? '' }
}

/** Says on the page what the environment does not. @returns what log and pages said */
export async function enterSettings(home: Home): Promise<string[]> {
  const visitor = home.visitor()
  const leadsTo = (await visitor.send('/')).headers.get('location')
  const { said, code } = await setUpCode(home)
  const send = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    const answer = await visitor.send('/set-up', { method: 'POST', body })
    const page = await answer.text()
    const title = /<h1>([^<]*)/.exec(page)?.[1]
    const line = /<h1>[^]*?<p>([^<]*)/.exec(page)?.[1]
    return `${answer.status} ${title}: ${line}`
  }
  const wrong = await send({ code: 'AAAA-AAAA-AAAA' })
  const right = await send({ code })
  const saved = await send({ code, step: 'save', ...entered })
  return [`/ leads to ${leadsTo}`, said, wrong, right, saved]
}

/** Makes the first account with the code of the log, and a calendar. @returns a browser that is signed in */
export async function settleIn(home: Home): Promise<Visitor> {
  const { code } = await setUpCode(home)
  const visitor = home.visitor()
  await followForms(visitor, '/auth', { ...alex, set_up_code: code })
  await makeCalendar(visitor)
  await home.calendar(42)
  return visitor
}

/** Makes a calendar at the calendar server and chooses it, with these fields of the screen. @returns its path */
export async function makeCalendar(visitor: Visitor, fields: Record<string, string> = {}) {
  await visitor.form('/calendars/make', {})
  const [, id = ''] =
    /name="calendar_id" value="([^"]+)"/.exec(await visitor.page('/calendars')) ?? []
  await visitor.form('/calendars/select', { calendar_id: id, ...fields })
  return id
}

/** Books a babysitter for a night of the plan. @returns the status of the answer; 0 if there was none */
export async function book(visitor: Visitor, id: string, babysitter: string): Promise<number> {
  try {
    const answer = await visitor.send('/api/assignment-babysitter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        assignment_id: Number(id),
        babysitter_name: babysitter,
        confirm: true,
      }),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 0
  }
}

function words(text: string): string[] {
  return text.split(/\s+/)
}
