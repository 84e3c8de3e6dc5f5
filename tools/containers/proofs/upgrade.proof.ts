// An upgrade from the previous version to this one with a year of a family, and back by one version.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildImages } from '../src/engine/build-images.ts'
import { familyLife } from '../src/family/family-life.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { findPreviousVersion } from '../src/engine/previous-version.ts'
import { planQuery, query, workDone } from '../src/family/plan.ts'
import { createHome, settleIn } from '../src/installation/home.ts'
import { run } from '../src/engine/program.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'
import type { Session } from '../src/engine/session.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'
import { waitUntilHealthy } from '../src/family/trouble.ts'

const found = await findPreviousVersion(session.repository)
const skip = 'reason' in found ? found.reason : undefined

proof(
  'an upgrade with data from the previous version, back by one version, and up again',
  async t => {
    if ('reason' in found) throw new Error(found.reason)
    const previous = await checkOut(found.commit)
    const installation = await install(
      { name: 'upgrade', env: { COMPOSE_PROFILES: 'backup' } },
      previous,
    )
    const { setEnv, shell, tryShell } = installation
    const { seconds: built } = await timed(() => buildImages(previous, installation))
    await shell('docker compose up -d')
    await installation.up()
    const home = await familyWithCalendar(installation)
    const life = familyLife(installation, home)

    const change = async (what: string) => {
      const { seconds } = await timed(async () => {
        const { status } = await tryShell('docker compose up -d')
        if (status !== 0)
          throw new Error(
            `${what}: ${await shell('docker compose logs check settings roles migrate')}`,
          )
        await waitUntilHealthy(installation)
      })
      // 1.0.0 does not know the cookie's new name.
      if (what === 'down') await home.signIn()
      t.equal((await home.visitor.send('/you')).status, 200, `${what}: Alex is signed in`)
      await life.book()
      await life.edit()
      await life.agree()
      return `${what} in ${seconds} s`
    }
    const useImages = ({ images: { prefix, tag } }: Session) =>
      setEnv({ IMAGE_PREFIX: prefix, IMAGE_TAG: tag })

    await life.book()
    await life.edit()
    await life.agree()
    const ask = async (sql: string) => query(installation, sql)
    const kept = await aYear(ask)
    await shell('docker compose run --rm backup node dist/main.js backup')
    useImages(session)
    installation.take(session)
    await shell('sh infra/prepare.sh')
    const figures = [await change('up')]
    const now = await ask(lasting)
    t.same(
      kept.filter(row => !now.includes(row)),
      [],
      'nothing is lost',
    )
    useImages(previous)
    figures.push(await change('down'))
    useImages(session)
    figures.push(await change('up again'))
    return `from ${found.commit.slice(0, 7)}, built in ${built} s: ${figures.join(', ')}`
  },
  { skip },
)

proof(
  'at home, an upgrade from the previous version loses nothing',
  async t => {
    const home = await createHome(session, 'upgrade-home')
    t.teardown(() => home.remove())
    await home.start({ version: `localhost/${session.projectPrefix}/home:previous` })
    await home.ready()
    const visitor = await settleIn(home)
    const kept = await aYear(home.query)
    const plan = await home.query(planQuery)
    await home.docker('rm', '--force', home.container)
    await home.start()
    const seconds = await home.ready()
    t.same(await home.query(lasting), kept)
    await workDone(home.query)
    t.same(await home.query(planQuery), plan, 'no night moves')
    t.match(await visitor.page('/'), 'Choir', 'Alex is signed in, and the ask is open')
    t.match(await visitor.page('/statistics'), '60')
    return `${kept.length} rows kept, ready after ${seconds} s`
  },
  { skip },
)

/** What no upgrade changes: past nights, history, the ask, the absence, the share. */
const lasting = `
  select concat_ws(' ', night, parent, babysitter_name, override) from assignments where night < current_date
  union all select row(id, at, actor, action, night, after)::text from history where action <> 'change-undone'
  union all select row(id, night, parent, word, asked_by, asked_at, state)::text from asks
  union all select row(parent, first_night, last_night)::text from absences
  union all select concat('share ', share) from settings
  order by 1`

/** Gives a family a year behind it, a share of 60, a running absence and an open ask. @returns what must be kept */
async function aYear(ask: (sql: string) => Promise<string[]>): Promise<string[]> {
  await ask(`
    insert into assignments (night, caregiver_type, parent, reason, decided_on)
      select night, 'parent', case when extract(day from night)::integer % 5 < 3 then 'a' else 'b' end, 'Alternating', night
      from generate_series(current_date - 365, current_date - 1, interval '1 day') as night
      on conflict do nothing;
    update settings set share = 60;
    insert into absences (parent, first_night, last_night) values ('b', current_date - 1, current_date + 3);
    update job_requests set request_number = request_number + 1 where kind = 'plan'`)
  await workDone(ask)
  await ask(`
    insert into asks (id, night, parent, word, asked_by, asked_at)
      select gen_random_uuid(), night, 'a', 'Choir', 'alex@example.com', now() from assignments
      where night > current_date + 20 and parent = 'a' and not override order by night limit 1`)
  return ask(lasting)
}

/** The sources of a commit, and what their images are called. */
async function checkOut(commit: string): Promise<Session> {
  const source = join(session.folder, 'previous')
  mkdirSync(source)
  await run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, source], {
    cwd: session.repository,
  })
  const { source: now, standIns: all } = session
  const pinnedNow = pinnedImages(now)
  const standIns = Object.entries(pinnedImages(source)).flatMap(([name, image]) => {
    const standIn = all[pinnedNow[name] ?? '']
    return standIn === undefined ? [] : [[image, standIn]]
  })
  return {
    ...session,
    source,
    standIns: Object.fromEntries(standIns) as Record<string, string>,
    images: { prefix: `localhost/${session.projectPrefix}`, tag: 'previous', built: true },
  }
}
