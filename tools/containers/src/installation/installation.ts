import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createControl, type Control } from '@night-routine/google-emulator'
import { freePort, waitFor } from '@night-routine/servers'
import { client, overrideFile, publicUrl } from './override.ts'
import { attempt, run, type Outcome, type ProgramOptions } from '../engine/program.ts'
import type { Session } from '../engine/session.ts'
import { builtServices, pinnedImages } from '../engine/stand-ins.ts'
import { Visitor } from '../family/visitor.ts'

/** A clone with .env and secrets, run as a separate Compose project. */
export interface Installation {
  /** The clone: commands of the docs are run here. */
  folder: string
  project: string
  httpPort: number
  httpsPort: number
  /** The certificate of the authority that replaces Let's Encrypt; the proofs trust no other. */
  authority: string
  /** Runs a command of the docs as it stands, in the folder; `env` adds to what it needs. @throws {ProgramError} */
  shell: (command: string, options?: ProgramOptions) => Promise<string>
  /** The same, for a command that may fail. */
  tryShell: (command: string, options?: ProgramOptions) => Promise<Outcome>
  /** docker compose with these words. @throws {ProgramError} */
  compose: (...args: string[]) => Promise<string>
  /** docker with these words. @throws {ProgramError} */
  docker: (...args: string[]) => Promise<string>
  /** Writes `NAME=value` lines into .env, in place of those that are there. */
  setEnv: (values: Record<string, string>) => void
  /** Takes `docker-compose.yml` and `infra/` of another version, as an upgrade does. */
  take: (version: Session) => void
  /** Starts services, the whole without profiles unless named, until they are healthy. Builds nothing. */
  up: (...services: string[]) => Promise<void>
  /** The control plane of the emulator; it has to be up. */
  control: () => Promise<Control>
  /** A browser without a session. */
  visitor: () => Promise<Visitor>
  /** Removes everything that it made: containers, networks and volumes. */
  remove: () => Promise<void>
}

/** Ours that run without a profile, and the proxy. */
const standardServices = ['caddy', 'web', 'webhook-ingest', 'scheduler-worker'] as const

export interface InstallationOptions {
  /** Tells this installation from others of the run; letters and hyphens. */
  name: string
  /** The command that prepares it; unless given, that of the README. */
  prepare?: string
  /** Lines of .env that differ from what `infra/prepare.sh` and the README's three lines leave. */
  env?: Record<string, string>
}

/**
 * Makes an installation as the README says: a clone, `infra/prepare.sh`, three lines of .env and the first
 * values of the household. Only the authority that signs certificates runs afterwards; `up` starts the rest.
 */
export async function createInstallation(
  session: Session,
  { name, prepare = 'sh infra/prepare.sh', env: changes = {} }: InstallationOptions,
): Promise<Installation> {
  const place = join(session.folder, 'installations', name)
  const folder = join(place, 'night-routine')
  const certificates = join(place, 'certificates')
  const emulatorState = join(place, 'emulator')
  for (const path of [certificates, emulatorState]) mkdirSync(path, { recursive: true })
  cpSync(session.source, folder, { recursive: true })
  const project = `${session.projectPrefix}-${name}`
  const override = join(place, 'override.yml')
  const user = `${process.getuid?.()}:${process.getgid?.()}`
  const emulatorPort = await freePort()
  const writeOverride = (version: Session) => {
    const [built, pinned] = [builtServices(version.source), pinnedImages(version.source)]
    const others = { built, certificates, emulatorPort, emulatorState, pinned, user }
    writeFileSync(override, overrideFile(version, others))
  }
  writeOverride(session)
  const env = {
    ...session.engineEnv,
    COMPOSE_FILE: `${folder}/docker-compose.yml:${override}`,
    COMPOSE_PROJECT_NAME: project,
  }
  const httpsPort = await freePort()
  const httpPort = await freePort()

  const inFolder = (options: ProgramOptions) => ({
    cwd: folder,
    ...options,
    env: { ...env, ...options.env },
  })
  const tryShell = (command: string, options: ProgramOptions = {}) =>
    attempt('sh', ['-c', command], inFolder(options))
  const shell = (command: string, options: ProgramOptions = {}) =>
    run('sh', ['-c', command], inFolder(options))
  const docker = (...args: string[]) => run('docker', args, { cwd: folder, env })
  const compose = (...args: string[]) => docker('compose', ...args)

  const setEnv = (values: Record<string, string>) => {
    const path = join(folder, '.env')
    const lines = readFileSync(path, 'utf8').split('\n')
    const kept = lines.filter(line => !Object.hasOwn(values, line.split('=')[0] ?? ''))
    const set = Object.entries(values).map(([key, value]) => `${key}=${value}`)
    writeFileSync(path, [...set, ...kept].join('\n'))
  }

  await shell(prepare)
  appendFileSync(join(folder, 'secrets/google-client-secret'), client.secret)
  setEnv({
    PUBLIC_URL: publicUrl,
    ALLOWED_EMAILS: 'alex@example.com,robin@example.com',
    GOOGLE_CLIENT_ID: client.id,
    HTTP_PORT: String(httpPort),
    HTTPS_PORT: String(httpsPort),
    GRAFANA_PORT: String(await freePort()),
    PARENT_A: 'Alex',
    PARENT_B: 'Robin',
    TIME_ZONE: 'Europe/London',
    IMAGE_PREFIX: session.images.prefix,
    IMAGE_TAG: session.images.tag,
    IMAGE_PULL: 'missing',
    ...changes,
  })

  // The other containers trust its certificate from their start.
  await compose('up', '--detach', '--no-build', 'acme')
  const root = await waitFor('the certificate of the authority', async () => {
    const path = '/data/caddy/pki/authorities/local/root.crt'
    const { status, stdout } = await attempt(
      'docker',
      ['compose', 'exec', '-T', 'acme', 'cat', path],
      { cwd: folder, env },
    )
    return status === 0 && stdout.includes('END CERTIFICATE') && stdout
  })
  writeFileSync(join(certificates, 'root.crt'), root)
  const machine = readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8')
  writeFileSync(join(certificates, 'all.crt'), `${machine}\n${root}`)

  const emulatorOrigin = `http://127.0.0.1:${emulatorPort}`
  const control = async () => createControl(emulatorOrigin)
  return {
    folder,
    project,
    httpPort,
    httpsPort,
    authority: root,
    shell,
    tryShell,
    docker,
    compose,
    setEnv,
    take(version) {
      for (const part of ['docker-compose.yml', 'infra'])
        cpSync(join(version.source, part), join(folder, part), { recursive: true })
      writeOverride(version)
    },
    control,
    async up(...services) {
      const args = ['--detach', '--no-build', '--wait', '--wait-timeout', '180']
      const wanted = services.length > 0 ? services : [...standardServices]
      await compose('up', ...args, 'google-emulator', ...wanted)
    },
    async visitor() {
      const emulator = { origin: emulatorOrigin, control: await control() }
      return new Visitor({ port: httpsPort, authority: root, emulator })
    },
    async remove() {
      await compose('--profile', '*', 'down', '--volumes', '--remove-orphans', '--timeout', '5')
    },
  }
}
