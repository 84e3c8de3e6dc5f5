// The README's "With Docker Compose" and the other commands that the docs have for Docker Compose, run as
// they stand on their pages. recovery.proof.ts runs those of docs/recovery.md, from-nothing.proof.ts those of a home.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '@night-routine/servers'
import { composeCommands, documented, firstBlock, shellBlocks } from '../src/proof/documented.ts'
import { editor } from '../src/family/editor.ts'
import { familyWithCalendar } from '../src/family/household.ts'
import { client } from '../src/installation/override.ts'
import { settled } from '../src/family/plan.ts'
import { install, proof, session, timed } from '../src/proof/proof.ts'

const installation = await install({ name: 'documented' })
const { folder } = installation
const runDocumented = documented(installation)

/** Waits until no container is starting or ill, by the command that docs/deploy.md has for it. */
async function healthy(): Promise<string> {
  return waitFor(
    'every container to be healthy',
    async () => {
      const ps = await runDocumented('docker compose ps')
      return !/starting|unhealthy|Restarting/.test(ps) && ps
    },
    120,
  )
}

/** What from-nothing.proof.ts types from the first line to the last, and the next proof. */
const typed = [
  ['README.md', 'With Docker Compose'],
  ['docs/deploy.md', 'This machine alone'],
  ['docs/home.md', 'Start it'],
  ['docs/home.md', 'Backups'],
  ['docs/home.md', 'Upgrade'],
  ['docs/home.md', 'Commands'],
  ['docs/home.md', 'Moving'],
  ['docs/recovery.md', 'Restore'],
] as const

/** Commands that no proof of this folder runs, and why. */
const unproved = {
  'an image or an account of others': /tail1234| cloudflared | apprise |network \w+ nights/,
  'other families’ program': /^docker compose stop night-routine$/,
  'home.proof.ts starts it under another name': /infra\/home\/compose\.yml/,
  'the machine of a reader': /--user 1026:100|--user 0 -v ~/,
  'it only shows something': /^docker ps$/,
  'the name of a command': /^docker (?:run|run --rm|compose cp)$| … /,
}

proof('a proof runs every Docker command of the docs', async t => {
  const files = globSync(join(session.repository, 'tools/containers/proofs/*.proof.ts'))
  const proofs = files.map(file => readFileSync(file, 'utf8'))
  const commands = composeCommands(session.repository)
  const all = commands.size
  for (const [page, heading] of typed)
    for (const command of shellBlocks(session.repository, page, heading).flat())
      commands.delete(command)
  for (const [reason, form] of Object.entries(unproved)) {
    const found = [...commands].filter(command => form.test(command))
    t.ok(found.length > 0, reason)
    for (const command of found) commands.delete(command)
  }
  for (const command of commands)
    t.ok(
      proofs.some(text => text.includes(`'${command}'`)),
      command,
    )
  return `${all} commands`
})

proof('the three commands of the README lead from a clone to a sign-in page', async t => {
  const bin = editor(folder)
  for (const name of ['.env', 'secrets']) rmSync(join(folder, name), { recursive: true })
  const block = firstBlock(session.repository, 'README.md', 'With Docker Compose')
  const [prepare = '', ...others] = block
  const asked = await runDocumented(prepare, {}, { terminal: true, input: `${client.secret}\n` })
  t.match(asked, /client secret/)
  t.notMatch(asked, client.secret, 'what was typed is not shown')
  const { seconds } = await timed(async () => {
    for (const command of others) {
      if (command === 'docker compose up -d')
        t.match(await runDocumented('sh infra/check.sh'), 'Nothing is missing')
      await runDocumented(command, {}, { env: { PATH: `${bin}:${session.engineEnv['PATH']}` } })
    }
    await healthy()
  })
  t.equal(readFileSync(join(folder, 'secrets/google-client-secret'), 'utf8').trim(), client.secret)
  const visitor = await installation.visitor()
  t.match(await visitor.page('/'), 'Sign in with Google')
  await visitor.close()
  return `${block.length} commands, ${seconds} s`
})

proof('the doctor finds no problem in a healthy installation', async t => {
  await familyWithCalendar(installation)
  await settled(installation)
  const report = await runDocumented('docker compose run --rm doctor')
  const lines = report.split('\n').filter(line => /^\S+ {2,}\S/.test(line))
  // The authority of the proofs issues certificates for twelve hours.
  const others = lines.filter(
    line => !line.startsWith('ok ') && !/certificate .* expires in 0/.test(line),
  )
  t.same(others, [], report)
  t.ok(lines.length > 10, report)
  return `${lines.length} findings; to know: certificates of the proof live for 12 hours`
})

proof('the log says what web does', async t => {
  const log = await runDocumented('docker compose logs --since 10m web')
  t.match(log, '"level":"info"')
  t.match(await runDocumented('docker compose logs postgres'), 'LOG:')
  return `${log.trim().split('\n').length} lines`
})

proof('containers are made again when a file of theirs changed', async () => {
  const { seconds } = await timed(async () => {
    await runDocumented('docker compose up -d --force-recreate web scheduler-worker')
    await runDocumented('docker compose up -d --force-recreate')
    await healthy()
  })
  return `${seconds} s`
})

proof('the proxy can be restarted', async t => {
  await runDocumented('docker compose restart caddy')
  await healthy()
  const visitor = await installation.visitor()
  t.match(await visitor.page('/'), 'Sign in with Google')
  await visitor.close()
  t.match(await runDocumented('docker system df'), 'Images')
})

const skip = session.images.built ? undefined : `the images of ${session.images.prefix} are proved`
proof(
  'a clone with new commits is built and started',
  async () => {
    const { seconds } = await timed(async () => {
      await runDocumented('docker compose up -d --build')
      await healthy()
    })
    return `${seconds} s, with nothing new`
  },
  { skip },
)
