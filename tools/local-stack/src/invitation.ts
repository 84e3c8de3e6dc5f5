import { join } from 'node:path'
import { connect, parseSecretKeys } from '@night-routine/database/connection'
import { keptSecrets } from '@night-routine/home'
import { hasPeople, setUpCode } from '@night-routine/web'
import type { VaultAccess } from './environment.ts'

interface Running {
  publicUrl: string
  emulatorUrl: string
  seconds: number
  demo: boolean
  /** Whether the calendar is Night Routine's own. */
  own: boolean
  /** With which the first account is made; undefined once there is one. */
  setUpCode: string | undefined
  vault: VaultAccess
}

/** The code with which the first account is made; undefined once there is one. */
export async function firstCode(url: string, dataFolder: string): Promise<string | undefined> {
  const { secretKeys } = await keptSecrets(join(dataFolder, 'keys'))
  const db = connect({ url, applicationName: 'invitation', maxConnections: 1 })
  try {
    return (await hasPeople(db)) ? undefined : setUpCode(parseSecretKeys(secretKeys.split(',')))
  } finally {
    await db.destroy()
  }
}

/** What a newcomer reads when everything runs: the address, and what to try. */
export function invitation(running: Running): string {
  const { publicUrl, seconds, demo, own, vault } = running
  const kind = (demo ? '-demo' : '') + (own ? '-own' : '')
  const args = [...(demo ? ['--demo'] : []), ...(own ? ['--own'] : []), '--fresh']
  return `
Night Routine is ready after ${seconds.toFixed(1)} s:

    ${publicUrl}

Things to try:
${own ? withOwnCalendar(running) : withEmulator(running)}
  4. Press "Sync", open a night, look at the balance.
  5. In the settings, switch publishing on, and open the published site.
  6. Publish a folder of your notes, as docs/vault.md shows: npm run vault -- login --url ${vault.url}
     user ${vault.email}, password ${vault.password}

Ctrl-C stops everything. Your changes are kept in .data${kind}/; npm start -- ${args.join(' ')} starts over.
`
}

const withEmulator = ({ emulatorUrl, demo }: Running) => `\
  1. Open it and sign in as Alex or Robin, the two demo parents (nothing leaves this machine:
     a local emulator stands in for Google).
  2. ${
    demo
      ? 'Tick both boxes. The month ahead has a trip, a night that counts double and a note.'
      : 'Choose the calendar "Family". The month fills with nights, each with its reason.'
  }
  3. See the same nights as events where the family would: ${emulatorUrl}`

const withOwnCalendar = ({ setUpCode: code }: Running) => `\
  1. Open it and ${code === undefined ? 'sign in' : `make the first account, with the set-up code ${code}`}; the other
     parent comes by an invitation. Nothing leaves this machine.
  2. See who is on tonight and why, and the month ahead.
  3. See the same nights in a calendar app: press "Connect a calendar app" on your page.`
