import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { stringify } from 'yaml'
import type { Session } from '../engine/session.ts'

/** The address that the proofs use; only their networks know it. That of .env.example counts as not filled in. */
export const publicUrl = 'https://nights.example.org'
/** The one application that the calendar emulator knows. */
export const client = { id: 'emulated.apps.googleusercontent.com', secret: 'emulated-secret' }

const emulator = 'http://google-emulator:8081'
const callsCalendar = ['settings', 'web', 'scheduler-worker', 'doctor']

export interface OverrideOptions {
  /** Folders of the installation on this machine: trusted certificates, and the state of the emulator. */
  certificates: string
  emulatorState: string
  /** The port of this machine that leads to the emulator's control plane. */
  emulatorPort: number
  /** `uid:gid` of the emulator, who owns the files it leaves in those folders. */
  user: string
  /** The pinned references of the repository's images, by service; see `pinnedImages`. */
  pinned: Record<string, string>
  /** The services that run our images; see `builtServices`. */
  built: readonly string[]
}

/**
 * The Compose file that is put on top of the repository's, which stays as it is: stand-ins for images that
 * cannot be pulled, the emulator instead of Google, and an ACME server instead of Let's Encrypt.
 */
export function overrideFile(
  { repository, standIns }: Pick<Session, 'repository' | 'standIns'>,
  { built, certificates, emulatorPort, emulatorState, pinned, user }: OverrideOptions,
): string {
  const image = (name: string) => standIns[pinned[name] ?? ''] ?? pinned[name]
  const neverPulled = (name: string) => {
    const standIn = standIns[pinned[name] ?? '']
    return standIn === undefined ? {} : { image: standIn, pull_policy: 'never' }
  }
  const node = standIns[pinned['node'] ?? '']
  const base = node && {
    build: { additional_contexts: [`${pinned['node']}=docker-image://${node}`] },
  }
  const services: Record<string, object> = Object.fromEntries([
    ...built.map(name => [
      name,
      { ...base, ...(callsCalendar.includes(name) ? { environment: emulated } : {}) },
    ]),
    ...['check', 'postgres', 'redis', 'prometheus', 'radicale'].map(name => [
      name,
      neverPulled(name),
    ]),
  ])
  return stringify({
    services: {
      ...services,
      // The doctor looks at the certificate of the public address.
      doctor: {
        ...base,
        environment: { ...emulated, NODE_EXTRA_CA_CERTS: '/certificates/root.crt' },
        volumes: [`${certificates}/root.crt:/certificates/root.crt:ro`],
      },
      // No package holds Grafana, and what it shows is Prometheus' business.
      ...(Object.keys(standIns).length > 0 && { grafana: idle(image('redis')) }),
      caddy: {
        ...neverPulled('caddy'),
        volumes: [`${certificates}/all.crt:/etc/ssl/certs/ca-certificates.crt:ro`],
        networks: { out: { aliases: [new URL(publicUrl).hostname] } },
      },
      acme: {
        image: image('caddy'),
        pull_policy: 'missing',
        restart: 'unless-stopped',
        volumes: [
          `${repository}/tools/containers/stand-ins/Caddyfile:/etc/caddy/Caddyfile:ro`,
          'acme:/data',
        ],
        networks: { out: { aliases: ['acme-v02.api.letsencrypt.org'] } },
      },
      'google-emulator': {
        image: image('node'),
        pull_policy: 'missing',
        restart: 'unless-stopped',
        init: true,
        user,
        working_dir: '/repository',
        command: [
          'node',
          '--conditions=night-routine',
          '--import=./tools/containers/src/installation/forward-control/main.ts',
          'tools/google-emulator/src/main.ts',
        ],
        environment: {
          HOST: '0.0.0.0',
          PORT: 8081,
          ISSUER: emulator,
          GOOGLE_CLIENT_ID: client.id,
          GOOGLE_CLIENT_SECRET: client.secret,
          REDIRECT_URIS: `${publicUrl}/oauth/callback`,
          NODE_EXTRA_CA_CERTS: '/certificates/root.crt',
          STATE_FILE: '/state/state.json',
        },
        volumes: [
          `${repository}:/repository:ro`,
          `${certificates}:/certificates:ro`,
          `${emulatorState}:/state`,
        ],
        networks: ['out'],
        ports: [`127.0.0.1:${emulatorPort}:8082`],
      },
    },
    volumes: { acme: null },
  })
}

const emulated = {
  ALLOW_OTHER_PROVIDER: 'true',
  ...clientSettings(emulator),
}

const idle = (image: string | undefined) => ({
  image,
  pull_policy: 'never',
  entrypoint: ['sleep', 'infinity'],
  healthcheck: { test: ['CMD', 'true'] },
})
