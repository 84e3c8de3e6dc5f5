// What a NAS and a power cut do to everything in one container: its volume's rights and owner change, and its database
// is damaged.
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { documented, shellBlocks } from '../src/proof/documented.ts'
import { createHome, settleIn } from '../src/installation/home.ts'
import { planQuery } from '../src/family/plan.ts'
import { run } from '../src/engine/program.ts'
import { proof, session } from '../src/proof/proof.ts'
import { pinnedImages } from '../src/engine/stand-ins.ts'

const home = await createHome(session, 'home-volume')
t.teardown(() => home.remove())
const { container, docker, image, volume } = home
const { postgres = '' } = pinnedImages(session.source)

/** What is done to the volume by root, while the container is stopped. */
async function meanwhile(script: string): Promise<void> {
  await docker('stop', container)
  const how = ['--user=0', '--network=none', `--volume=${volume}:/data`, '--entrypoint=sh']
  await docker('run', '--rm', ...how, session.standIns[postgres] ?? postgres, '-ec', script)
  await docker('start', container)
}

/** How Docker sees it. */
async function health(): Promise<string> {
  return (await docker('inspect', '--format={{.State.Health.Status}}', container)).trim()
}

proof('Docker asks each minute, with a shell, and sees it healthy', async t => {
  await home.start()
  await home.ready()
  await settleIn(home)
  await waitFor('the state healthy', async () => (await health()) === 'healthy', 90)
  const check = await docker('inspect', '--format={{json .Config.Healthcheck}}', container)
  t.match(JSON.parse(check), { Interval: 60e9, Test: ['CMD', 'bash'] })
})

proof('rights that a NAS takes away are given back at the start', async () => {
  const figures: string[] = []
  for (const mode of ['a-w', '000', '777']) {
    await meanwhile(`chmod -R ${mode} /data`)
    figures.push(`${mode}: ready after ${await home.ready()} s`)
  }
  return figures.join(', ')
})

proof('an owner that a NAS changes is named with the line that mends it', async t => {
  await meanwhile('chown -R 0:0 /data/postgresql')
  const sentence = await home.says(/\/data.* cannot be written.*/)
  const [, line = ''] = /Run this .*: sudo (chown -R [\d:]+) FOLDER/.exec(sentence) ?? []
  t.equal(line, 'chown -R 1000:1000')
  await meanwhile(`${line} /data`)
  return `"${sentence}"; ready after ${await home.ready()} s`
})

const shell = (command: string) => run('sh', ['-c', command], { env: session.engineEnv })
const type = documented({ shell })
const restore = shellBlocks(session.repository, 'docs/recovery.md', 'The database does not start')
const damages = {
  'the log of the last changes': `for file in /data/postgresql/pg_wal/0*; do head -c 65536 /dev/urandom > $file; done`,
  'the control file': 'head -c 8192 /dev/urandom > /data/postgresql/global/pg_control',
}
for (const [what, damage] of Object.entries(damages))
  proof(
    `${what} is damaged: the page names the backup, and docs/recovery.md leads back`,
    async t => {
      const plan = await home.query(planQuery)
      const made = await docker('exec', container, 'node', 'dist/main.js', 'backup')
      await meanwhile(damage)
      const sentence = await home.says(/.*The newest backup is \S+\. docs.*/)
      const [, FILE = ''] = /The newest backup is (\S+)\. docs/.exec(sentence) ?? []
      t.match(made, FILE)
      t.notMatch((await home.log()).split('\n').slice(-20).join('\n'), '"stack"')
      const names = {
        'ghcr.io/OWNER/night-routine': image,
        'night-routine:/data': `${volume}:/data`,
        'night-routine': container,
      }
      for (const command of restore[0] ?? []) await type(command, { ...names, FILE })
      const seconds = await home.ready()
      t.same(await home.query(planQuery), plan)
      return `"${sentence}"; ready after ${seconds} s`
    },
  )
