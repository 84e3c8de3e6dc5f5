import { clientSettings } from '@night-routine/google-emulator/client-settings'
import { join } from 'node:path'
import { keptSecrets } from '@night-routine/home'
import { readAddresses, type RunningAddresses } from './running-addresses.ts'

type Environment = Readonly<Record<string, string | undefined>>

const client = { GOOGLE_CLIENT_ID: 'night-routine-local', GOOGLE_CLIENT_SECRET: 'local-secret' }

/** For programs that only this machine reaches. */
const local = { HOST: '127.0.0.1', NODE_ENV: 'development' }

/** The account at the publish host, which the publisher uses as well. */
const vaultEmail = 'demo@example.com'

/** How the `vault` command reaches the publish host. */
export interface VaultAccess {
  url: string
  email: string
  password: string
}

/** What people need to publish notes to the running stack. */
export async function vaultAccess(dataFolder: string, vaultPort: number): Promise<VaultAccess> {
  const { vaultPassword: password } = await keptSecrets(join(dataFolder, 'keys'))
  return { url: `http://127.0.0.1:${vaultPort}`, email: vaultEmail, password }
}

/** The one address that people open. */
export const publicUrlOf = ({ port }: Pick<RunningAddresses, 'port'>) => `http://localhost:${port}`
export const emulatorUrlOf = ({ emulatorPort }: Pick<RunningAddresses, 'emulatorPort'>) =>
  `http://localhost:${emulatorPort}`

/**
 * What home's composition has to know of the stack that runs from a folder; undefined if none does. `inherited` has
 * people's own settings, such as SMTP_URL or TIME_ZONE.
 */
export async function readHomeFacts(dataFolder: string, inherited: Environment) {
  const addresses = await readAddresses(dataFolder)
  if (addresses === undefined) return undefined
  return {
    settings: settings(addresses, inherited),
    databaseUrls: addresses.databaseUrls,
    vaultFolder: `${dataFolder}/vault`,
    vaultPort: addresses.vaultPort,
    vaultEmail,
    ...(await keptSecrets(join(dataFolder, 'keys'))),
  }
}

function settings(addresses: RunningAddresses, inherited: Environment): Environment {
  const { port, own } = addresses
  const publicUrl = publicUrlOf(addresses)
  const emulatorUrl = emulatorUrlOf(addresses)
  return {
    ...inherited,
    ...local,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    // The emulator takes a plain address of this machine; Google would ask for https.
    WEBHOOK_URL: `${publicUrl}/api/webhook/calendar`,
    // With its own accounts, the first person has a set-up code, and the others are invited.
    ...(own
      ? { CALENDAR: 'own', SIGN_IN: 'accounts', ALLOWED_EMAILS: undefined }
      : {
          ...client,
          ...clientSettings(emulatorUrl),
          ALLOWED_EMAILS: 'alex@example.com,robin@example.com',
        }),
    PARENT_A: inherited['PARENT_A'] ?? 'Alex',
    PARENT_B: inherited['PARENT_B'] ?? 'Robin',
    TIME_ZONE: inherited['TIME_ZONE'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

/** The environment of the emulator. */
export function emulatorEnvironment(
  {
    dataFolder,
    ...addresses
  }: Pick<RunningAddresses, 'port' | 'emulatorPort'> & {
    dataFolder: string
  },
  inherited: Environment,
): Environment {
  return {
    ...inherited,
    ...local,
    PORT: String(addresses.emulatorPort),
    ...client,
    REDIRECT_URIS: `${publicUrlOf(addresses)}/oauth/callback`,
    STATE_FILE: `${dataFolder}/google-emulator.json`,
  }
}
