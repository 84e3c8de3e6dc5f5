// Everything in one container, as a family runs it: what it weighs and takes, and that a fault inside, a full volume or
// a damaged database costs nothing that was decided. Other troubles of a volume are tests of services/home.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, waitFor } from '@night-routine/servers'
import t from 'tap'
import { parse, stringify } from 'yaml'
import {
  alex,
  book,
  createHome,
  enterSettings,
  settleIn,
  type Home,
} from '../src/installation/home.ts'
import { measureHome } from '../src/installation/home-memory.ts'
import { planQuery } from '../src/family/plan.ts'
import { publish, sitePath } from '../src/family/household.ts'
import { run } from '../src/engine/program.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'
import { documented, shellBlocks } from '../src/proof/documented.ts'
import { proof, session, timed } from '../src/proof/proof.ts'
import type { Visitor } from '../src/family/visitor.ts'

/** MB of layers. */
const sizeOf = (layers: readonly string[]) =>
  Math.round(layers.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1e6)

/** Minutes without a request before memory is measured. The bar says an hour: HOME_IDLE_MINUTES=60. */
const idleMinutes = Number(process.env['HOME_IDLE_MINUTES'] ?? 5)

const home = await newHome('home')
const { container, docker } = home
let visitor: Visitor
const shell = (command: string) => run('sh', ['-c', command], { env: session.engineEnv })

async function newHome(name: string): Promise<Home> {
  const made = await createHome(session, name)
  t.teardown(() => made.remove())
  return made
}

proof('the image adds at most 90 MB to Node and PostgreSQL', async t => {
  const format = '--format={{.Size}} {{.CreatedBy}}'
  const layers = await docker('history', '--human=false', '--no-trunc', format, home.image)
  const all = layers.trim().split('\n')
  // The newest comes first.
  const base = all.findLastIndex(line => line.includes('/images/services/home')) + 1
  t.ok(base > 0)
  t.ok(sizeOf(all.slice(0, base)) <= 90)
  return `${sizeOf(all.slice(base))} MB Node and PostgreSQL, ${sizeOf(all.slice(0, base))} MB above`
})

proof('an empty machine becomes a planned month in the browser', async t => {
  await home.start({ asks: true })
  await waitFor('the page for settings', async () => (await home.log()).includes('set-up code'))
  const said = await enterSettings(home)
  t.match(said[2], /^403 /)
  t.match(said[4], /^200 /)
  const seconds = await home.ready()
  visitor = await settleIn(home)
  const month = await visitor.page('/')
  t.match(month, /turn tonight/)
  return `ready after ${seconds} s more, 42 nights in the calendar; ${said.join('; ')}`
})

proof('it starts with data within 10 s, and stops within 10 s', async t => {
  const starts: number[] = []
  const stops: number[] = []
  for (let time = 0; time < 3; time += 1) {
    const { seconds } = await timed(() => docker('stop', container))
    stops.push(Number(seconds))
    t.equal(await exitCode(), '0')
    const start = await timed(async () => {
      await docker('start', container)
      await home.ready()
    })
    starts.push(Number(start.seconds))
  }
  const median = starts.toSorted((one, other) => one - other)[1] ?? 0
  t.ok(median <= 10, `${median} s`)
  t.ok(Math.max(...stops) < 10)
  return `ready after ${starts.join(', ')} s; stopped after ${stops.join(', ')} s`
})

proof(
  `idle for ${idleMinutes} min, it takes at most 220 MiB, and 300 while it publishes`,
  async t => {
    const before = await measureIdle()
    t.ok(before <= 220, `${before} MiB`)
    await publish(visitor, alex.password)
    const path = await sitePath(visitor)
    await waitFor('the published site', async () => (await visitor.send(path)).status === 200)
    const publishing = await measureIdle()
    t.ok(publishing <= 300, `${publishing} MiB`)
    return `${before} MiB, with publishing ${publishing} MiB`
  },
)

/** The night of each decision that was accepted, as in the calendar, and the babysitter. */
const decided = new Map<string, string>()
let bookings = 0

/** Decides night after night until `trouble` is over, then compares plan and calendar with what was accepted. */
async function losesNothing(trouble: () => Promise<unknown>): Promise<string> {
  const nights = (
    await home.query(
      `select to_char(night, 'YYYYMMDD'), id from assignments where night > current_date + 1 order by night`,
    )
  ).map(row => row.split(' ') as [string, string])
  const decide = async () => {
    bookings += 1
    const [night, id] = nights[bookings % nights.length] ?? ['', '']
    const sitter = `Sitter ${bookings}`
    const status = await book(visitor, id, sitter)
    // Without an answer it may have been stored, or not.
    if (status === 200) decided.set(night, sitter)
    else decided.delete(night)
    return status === 200
  }
  const answers = { accepted: 0, others: 0 }
  const over = new AbortController()
  const work = (async () => {
    while (!over.signal.aborted) {
      answers[(await decide()) ? 'accepted' : 'others'] += 1
      await sleep(50)
    }
  })()
  await sleep(1_000)
  const startedAt = performance.now()
  await trouble()
  await home.ready()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  await sleep(1_000)
  over.abort()
  await work
  if (!(await decide())) throw new Error('a decision is refused afterwards')
  await waitFor(
    'plan and calendar hold every decision',
    async () => {
      const titles = await home.calendar(42)
      const plan = new Map(
        (
          await home.query(
            `select to_char(night, 'YYYYMMDD'), babysitter_name from assignments where override order by night`,
          )
        ).map(row => [row.slice(0, 8), row.slice(9)]),
      )
      return [...decided].every(
        ([night, who]) => plan.get(night) === who && titles.get(night)?.startsWith(`[${who}]`),
      )
    },
    150,
  )
  return `${seconds} s; ${answers.accepted} decisions accepted, ${answers.others} not, ${decided.size} nights compared`
}

proof('PostgreSQL itself is killed three times: nothing is lost', () =>
  losesNothing(async () => {
    for (let time = 0; time < 3; time += 1) {
      await home.beside(`
        for file in /proc/[0-9]*/cmdline
        do if tr '\\0' ' ' < $file | grep -q '^/usr/lib/postgresql/18/bin/postgres '
        then pid=\${file#/proc/}; kill -9 "\${pid%/*}"; fi; done`)
      await sleep(2_000)
      await home.ready()
    }
  }),
)

proof('the container is killed five times while it writes: nothing is lost', () =>
  losesNothing(async () => {
    for (let time = 0; time < 5; time += 1) {
      await docker('kill', '--signal=KILL', container)
      await docker('start', container)
      await home.ready()
      await sleep(time * 300)
    }
  }),
)

proof('a full volume is named, and once there is room nothing is lost', async t => {
  const full = await newHome('home-full')
  await docker(
    'volume',
    'create',
    '--opt=type=tmpfs',
    '--opt=device=tmpfs',
    '--opt=o=size=200m,uid=1000,gid=1000',
    full.volume,
  )
  await full.holdVolume()
  await full.start()
  await full.ready()
  const parent = await settleIn(full)
  const [row = ''] = await full.query(`select id from assignments where night = current_date + 3`)
  t.equal(await book(parent, row, 'Kim'), 200)
  const filling = '/proc/1/root/data/filling'
  await full.beside(`dd if=/dev/zero of=${filling} bs=64k 2>/dev/null || true`)
  let accepted = 0
  const refusal = await waitFor('a decision that is refused', async () => {
    const status = await book(parent, row, `Sitter ${accepted}`)
    if (status === 200) accepted += 1
    return status !== 200 && status
  })
  t.ok([0, 503].includes(refusal), `${refusal}`)
  await docker('restart', full.container)
  const sentence = await full.says(/The volume.* is full\. Make room on it\./)
  await full.beside(`rm ${filling}`)
  const seconds = await full.ready()
  const [kept] = await full.query(`select babysitter_name from assignments where id = ${row}`)
  t.equal(kept, accepted === 0 ? 'Kim' : `Sitter ${accepted - 1}`)
  t.equal(await book(full.visitor(), row, 'Robin'), 401)
  t.equal(await book(parent, row, 'Mika'), 200)
  await full.remove()
  return `"${sentence}"; ready ${seconds} s after there was room`
})

proof(
  'the database is damaged: the page names the backup, and docs/recovery.md leads back',
  async t => {
    const plan = await home.query(planQuery)
    const made = await docker('exec', container, 'node', 'dist/main.js', 'backup')
    await docker('stop', container)
    const { postgres = '' } = pinnedImages(session.source)
    const how = ['--user=0', '--network=none', `--volume=${home.volume}:/data`, '--entrypoint=sh']
    const damage = 'head -c 8192 /dev/urandom > /data/postgresql/global/pg_control'
    await docker('run', '--rm', ...how, session.standIns[postgres] ?? postgres, '-ec', damage)
    await docker('start', container)
    const sentence = await home.says(/.*The newest backup is \S+\. docs.*/)
    const [, FILE = ''] = /The newest backup is (\S+)\. docs/.exec(sentence) ?? []
    t.match(made, FILE)
    const names = {
      'ghcr.io/OWNER/night-routine': home.image,
      'night-routine:/data': `${home.volume}:/data`,
      'night-routine': container,
    }
    const [restore = []] = shellBlocks(session.repository, 'docs/recovery.md', 'Restore')
    for (const command of restore) await documented({ shell })(command, { ...names, FILE })
    const seconds = await home.ready()
    t.same(await home.query(planQuery), plan)
    return `"${sentence}"; ready after ${seconds} s`
  },
)

proof(
  'power fails during the first start, at several moments: the next start is whole',
  async t => {
    const cut = await newHome('home-cut')
    const figures: string[] = []
    for (const seconds of [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]) {
      await cut.start()
      await sleep(seconds * 1_000)
      const reached = (await cut.log()).includes('ready')
      await docker('kill', '--signal=KILL', cut.container)
      await docker('start', cut.container)
      figures.push(`${seconds}${reached ? ' (ready)' : ''}: ${await cut.ready()} s`)
      await docker('rm', '--force', cut.container)
      await docker('volume', 'rm', cut.volume)
    }
    await cut.start()
    await sleep(2_500)
    const { seconds } = await timed(() => docker('stop', cut.container))
    t.ok(Number(seconds) < 10, `a stop during the first start took ${seconds} s`)
    await docker('start', cut.container)
    await cut.ready()
    await settleIn(cut)
    await cut.remove()
    return `${figures.join(', ')}; a stop took ${seconds} s`
  },
)

proof(
  'any user has its own folder; one of another user is named with the line that repairs it',
  async t => {
    const { postgres = '' } = pinnedImages(session.source)
    const one = await newHome('home-user')
    // The engine makes a folder that is not there, for root.
    const folder = join(session.folder, 'homes', 'home-user', 'data')
    const words = `run --rm --user=0 --volume=${folder}:/data --entrypoint=sh`.split(' ')
    const asRoot = (command: string) =>
      docker(...words, session.standIns[postgres] ?? postgres, '-ec', command)
    const figures: string[] = []
    for (const [owner, how] of [
      ['1026:100', '--user=1026:100'],
      ['99:100', '--user=99:100 --memory=144m --memory-swap=144m'],
      ['1026:100', '--user=0 --env=PUID=1026 --env=PGID=100 --cap-add=SETUID --cap-add=SETGID'],
      ['1000:1000', '--env=PUID=1026'],
    ] as const) {
      await one.start({ folder, more: how.split(' ') })
      await one.says(new RegExp(`^/data cannot be written\\. .*: sudo chown -R ${owner} FOLDER,`))
      await asRoot(`chown -R ${owner} /data`)
      figures.push(`${how}: ${await one.ready()} s`)
      t.equal(await asRoot('stat -c %u:%g /data/postgresql'), `${owner}\n`)
      const isWarned = (await one.log()).includes('PUID and PGID have no effect')
      t.equal(isWarned, owner === '1000:1000')
      // A command beside it needs 50 MB more.
      if (!how.includes('memory')) {
        const code = await docker('exec', one.container, 'node', 'dist/main.js', 'code')
        t.match(code, /^[\dA-Z-]{14}$/m)
      }
      await docker('rm', '--force', one.container)
      await asRoot('rm -r /data/* && chown 0:0 /data')
    }
    await one.remove()
    return figures.join('; ')
  },
)

proof('infra/home/compose.yml starts it as well', async t => {
  const file = readFileSync(join(session.source, 'infra/home/compose.yml'), 'utf8')
  const { services, ...others } = parse(file) as { services: { 'night-routine': object } }
  const name = `${container}-compose`
  const port = await freePort()
  const own = { image: home.image, pull_policy: 'never', container_name: name }
  const service = { ...services['night-routine'], ...own, ports: [`127.0.0.1:${port}:8080`] }
  const changed = { ...others, name, volumes: { 'night-routine': { name } } }
  const input = stringify({ ...changed, services: { 'night-routine': service } })
  const compose = (words: string) =>
    run('sh', ['-c', `docker compose --file=- ${words}`], { env: session.engineEnv, input })
  t.teardown(() => compose('down --volumes'))
  await compose('up --detach')
  const answer = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).status
  await waitFor('an answer', async () => (await answer().catch(() => 0)) === 200)
  t.equal((await home.docker('exec', name, 'node', '-p', 'process.getuid()')).trim(), '1000')
})

async function measureIdle() {
  await sleep(idleMinutes * 60_000)
  return measureHome(home)
}

async function exitCode(): Promise<string> {
  return (await docker('inspect', '--format={{.State.ExitCode}}', container)).trim()
}
