import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import t from 'tap'
import { documentedCommands } from '../commands/collect.ts'
import { kubectlFor, serveCronJob } from './cron-job-server.ts'
import {
  ofKind,
  podsOf,
  renderWithVault,
  workloadsOf,
  type KubernetesObject,
} from './kubernetes-objects.ts'
import { faultsOf } from './kubernetes-schema.ts'

const objects = renderWithVault(t.testdir())
const commands = [...new Set(documentedCommands().map(({ command }) => command))].filter(command =>
  command.startsWith('kubectl '),
)
const starting = (words: string) => commands.filter(command => command.includes(words))
// Port 9 refuses: whatever these tests run stays on this machine.
const nowhere = (folder: string) => kubectlFor('http://127.0.0.1:9', folder)

t.test('kubectl understands every command of the docs', async t => {
  t.ok(commands.length > 10)
  const env = nowhere(t.testdir())
  for (const command of commands) {
    // A pipe ends with the status of its last part; its parts are run below.
    const [first = ''] = command.split(' | ')
    const { stderr } = spawnSync('sh', ['-c', first], { env, encoding: 'utf8' })
    t.match(stderr, /connection refused|was refused|no such file/, command)
  }
})

t.test('what the docs scale, wait for, delete and copy is there', async t => {
  const workloads = workloadsOf(objects)
  const created = commands.flatMap(command => / create job ([a-z-]+)/.exec(command)?.[1] ?? [])
  const mentioned = commands.flatMap(command => [
    ...command.matchAll(/\b(deployment|job|cronjob)[ /]([a-z][a-z-]*(?: [a-z][a-z-]*)*)/g),
  ])
  t.ok(mentioned.length > 5)
  for (const [, kind, names = ''] of mentioned)
    for (const name of names.split(' ')) {
      const found = workloads.some(
        one => one.kind.toLowerCase() === kind && one.metadata.name === name,
      )
      t.ok(found || (kind === 'job' && created.includes(name)), `${kind} ${name}`)
    }
  const labels = workloads.map(one => podsOf(one).metadata?.labels?.['app.kubernetes.io/name'])
  const selected = commands.flatMap(command => [
    ...command.matchAll(/app\.kubernetes\.io\/name(?:=| in \()([a-z-]+(?:, [a-z-]+)*)/g),
  ])
  t.ok(selected.length > 1)
  for (const [, names = ''] of selected)
    for (const name of names.split(', ')) t.ok(labels.includes(name), name)
  for (const command of commands)
    for (const [, path = ''] of command.matchAll(/(?:-k |--filename=)([a-z][^ ]*)/g))
      t.ok(existsSync(path), path)
})

t.test('the secret of the docs has the keys that the pods mount, and no other', async t => {
  const [command = ''] = starting(' create secret ')
  const files = { 'secret-keys': 'a', 'google-client-secret': 'b', 'vault-password': 'c' }
  const folder = t.testdir({ secrets: files })
  const { stdout } = await promisify(execFile)(
    'sh',
    ['-c', `${command} --dry-run=client --output=json`],
    { cwd: folder, env: nowhere(folder) },
  )
  const secret = JSON.parse(stdout) as {
    metadata: { name: string; namespace: string }
    data: Record<string, string>
  }
  t.match(secret.metadata, { namespace: ofKind(objects, 'Namespace')[0]?.metadata.name })
  const mounted = workloadsOf(objects)
    .flatMap(workload => podsOf(workload).spec?.volumes ?? [])
    .flatMap(volume => volume.secret ?? [])
  for (const { secretName } of mounted) t.equal(secretName, secret.metadata.name)
  const keys = mounted.flatMap(({ items = [] }) => items.map(({ key }) => key))
  t.strictSame(Object.keys(secret.data).toSorted(), [...new Set(keys)].toSorted())
})

t.test('the commands that copy the CronJob create valid jobs', async t => {
  const [backup] = ofKind(objects, 'CronJob')
  if (!backup) throw new Error('There is a CronJob.')
  const { address, created, close } = await serveCronJob(backup)
  t.teardown(close)
  const env = kubectlFor(address, t.testdir())
  const run = async (command: string) =>
    (await promisify(execFile)('sh', ['-c', command], { env })).stdout

  const [once = ''] = starting(' create job backup-now ')
  // The server's format for the rest of the world is JSON; kubectl itself would send this one as protobuf.
  const now = await run(`${once} --dry-run=client --output=json`)
  const [restore = ''] = starting(' create job restore ')
  t.equal(await run(restore), 'job.batch/restore created\n')
  t.match(created, [{ path: '/apis/batch/v1/namespaces/night-routine/jobs' }])

  const jobs = [now, JSON.stringify(created[0]?.job)].map(
    // kubectl writes null for what only the server knows.
    text => JSON.parse(text, (_, value: unknown) => value ?? undefined) as KubernetesObject,
  )
  t.strictSame(await faultsOf(jobs, t.testdir()), [])
  const commandsOf = ofKind(jobs, 'Job').map(job => podsOf(job).spec?.containers[0]?.command)
  const [node = '', main = ''] = podsOf(backup).spec?.containers[0]?.command ?? []
  t.strictSame(commandsOf, [
    podsOf(backup).spec?.containers[0]?.command,
    [node, main, 'restore', '/data/FILE'],
  ])
})
