import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calendarPerson } from '@night-routine/servers/caldav'
import { openDatabaseSession, psqlOptions } from './database-session.ts'
import { followForms, pathOf } from '../family/forms.ts'
import { alex, createHome, settleIn } from '../installation/home.ts'
import type { Session } from '../engine/session.ts'
import { pinnedImages } from '../engine/stand-ins.ts'
import type { MovedClock } from './clock.ts'
import type { Family, NightEvent, Trouble } from './family.ts'
import { nodeOptionsOf, otherTag, sizesOfVolumes } from './images.ts'

const robin = { email: 'robin@example.com', password: 'two wet socks under one chair' }

/** A family with one container, a calendar at Radicale and its own accounts; it is settled in. */
export async function familyAtHome(session: Session, clock: MovedClock): Promise<Family> {
  const name = 'years-home'
  const home = await createHome(session, name, {
    env: {
      TIME_ZONE: 'Europe/Paris',
      SWEEP_SECONDS: '1',
      ...clock.nodeEnv,
      NODE_OPTIONS: `${nodeOptionsOf(session)} ${clock.nodeEnv['NODE_OPTIONS']}`,
      POSTGRESQL_FOLDER: clock.postgresqlFolder,
    },
    mounts: { [clock.mounted]: clock.folder },
  })
  const { container, docker, tryDocker, volume } = home
  const radicale = `${container}-calendar`
  const helper = `${container}-database`
  const pinned = pinnedImages(session.source)['postgres'] ?? ''
  const postgres = session.standIns[pinned] ?? pinned
  // The socket has another name after each start.
  const psql = ['psql', '--username=postgres', ...psqlOptions].map(one => `'${one}'`).join(' ')
  const beside = `run --rm --interactive --name=${helper} --user=1000:1000 --pid=container:${container} --network=none`
  const database = openDatabaseSession(
    [
      'docker',
      ...`${beside} --entrypoint=sh ${postgres} -ec`.split(' '),
      `exec ${psql} --host="$(echo /proc/1/root/tmp/night-routine-*)"`,
    ],
    session.engineEnv,
  )
  const people = { a: home.visitor(), b: home.visitor() }
  const accounts = { a: alex, b: robin }
  let image = home.image
  const nextImage = await otherTag(session, home.image, docker)

  /** What happens to the container ends its connections. */
  const apart = async (work: () => Promise<unknown>) => {
    await database.close()
    await tryDocker('rm', '--force', helper)
    await work()
  }
  const ready = async () => void (await home.ready())

  await home.start()
  await home.ready()
  people.a = await settleIn(home)
  const made = await people.a.confirmed('/people/invitations', { parent: 'b' }, alex.password)
  const [invitation = ''] = /\/invitations\/[\w-]{43}/.exec(await made.text()) ?? []
  await followForms(people.b, `${pathOf(invitation)}/sign-in`, robin)

  const person = calendarPerson(home.calendarAccount)
  const [calendarId = ''] = await database.query('select calendar_id from calendar_settings')

  /** The text of a night's event, and where it is. */
  async function eventOn(date: string) {
    const [id] = await database.query(
      `select event_id from calendar_events where night = '${date}' and state = 'present'
        order by generation desc limit 1`,
    )
    if (id === undefined) throw new Error(`there is no event on ${date}`)
    const path = `${calendarId}${id}.ics`
    return { path, text: (await person.request('GET', path)).body }
  }

  async function keys(change: (present: string) => string) {
    const file = '/proc/1/root/data/secrets/secret-keys'
    const present = (await home.beside(`cat ${file}`)).trim()
    await home.beside(`umask 077; echo '${change(present)}' > ${file}.new; mv ${file}.new ${file}`)
    await docker('restart', container)
    await home.ready()
  }
  const usersFile = join(session.folder, 'homes', name, 'users')

  const troubles: Trouble[] = [
    { kind: 'restart', name: 'home', run: () => apart(() => docker('restart', container)) },
    {
      kind: 'outage',
      name: 'Radicale is away',
      run: () => docker('stop', radicale),
      end: () => docker('start', radicale),
    },
    {
      kind: 'kill',
      name: 'home',
      run: () =>
        apart(async () => {
          await docker('kill', '--signal=KILL', container)
          await docker('start', container)
        }),
    },
    {
      kind: 'key rotation',
      name: 'home',
      run: () =>
        apart(async () => {
          await keys(old => `${randomBytes(32).toString('hex')},${old}`)
          await docker('exec', container, 'node', 'dist/main.js', 'keys', '--rotate')
          await keys(both => both.split(',')[0] ?? '')
        }),
    },
    {
      kind: 'refusal',
      name: 'Radicale refuses the password (401)',
      run: async () => writeFileSync(usersFile, 'parents:another\n'),
      // A refused password rests for minutes, unless the operator restarts.
      end: () =>
        apart(() => {
          writeFileSync(usersFile, `parents:${home.calendarAccount.password}\n`)
          return docker('restart', container)
        }),
    },
    {
      kind: 'upgrade',
      name: 'home: backup, pull, docker rm -f, docker run',
      run: () =>
        apart(async () => {
          await docker('exec', container, 'node', 'dist/main.js', 'backup')
          await docker('rm', '--force', container)
          image = image === home.image ? nextImage : home.image
          await home.start({ image })
        }),
    },
    {
      kind: 'restart',
      name: 'home and Radicale',
      run: () => apart(() => docker('restart', radicale, container)),
    },
    {
      kind: 'kill',
      name: 'PostgreSQL of home',
      run: () =>
        apart(() =>
          home.beside(
            `for file in /proc/[0-9]*/cmdline; do if tr '\\0' ' ' < $file | grep -q '^/usr/lib/postgresql/18/bin/postgres '
            then pid=\${file#/proc/}; kill -9 "\${pid%/*}"; fi; done`,
          ),
        ),
    },
  ]

  return {
    name: 'home',
    people,
    signIn: async parent => void (await followForms(people[parent], '/auth', accounts[parent])),
    query: database.query,
    async events() {
      const found = await person.events(calendarId)
      return found.flatMap(({ start, summary }): NightEvent[] =>
        summary.includes('🌃') ? [{ date: start.date ?? '', title: summary }] : [],
      )
    },
    async editEvent(night, edit) {
      const { path, text } = await eventOn(night)
      if (edit === 'delete') {
        await person.request('DELETE', path)
        return
      }
      const { title, date } = edit
      const next = date === undefined ? undefined : Temporal.PlainDate.from(date).add({ days: 1 })
      const changed = text
        .replace(/^SUMMARY:.*$/m, line => (title === undefined ? line : `SUMMARY:${title}`))
        .replace(/^(DTSTART;VALUE=DATE:).*$/m, (line, start) =>
          date === undefined ? line : `${start}${compact(date)}`,
        )
        .replace(/^(DTEND;VALUE=DATE:).*$/m, (line, end) =>
          next === undefined ? line : `${end}${compact(next.toString())}`,
        )
      await person.request('PUT', path, {
        headers: { 'Content-Type': 'text/calendar; charset=utf-8' },
        body: changed,
      })
    },
    troubles,
    containers: async () => ({ home: container, radicale }),
    ready,
    doctor: async () => {
      const { stdout } = await tryDocker('exec', container, 'node', 'dist/main.js', 'doctor')
      return stdout
    },
    sizes: () => sizesOfVolumes(session, { docker, volumes: { data: volume }, inside: 'data/*' }),
    async close() {
      await database.close()
      await home.remove()
      await tryDocker('rm', '--force', helper)
    },
  }
}

function compact(date: string): string {
  return date.replaceAll('-', '')
}
