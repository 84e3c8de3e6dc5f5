import type { VaultAccess } from './environment.ts'
import type { OwnCalendar } from './own-calendar.ts'

interface Running {
  publicUrl: string
  emulatorUrl: string
  seconds: number
  demo: boolean
  ownCalendar: OwnCalendar | undefined
  vault: VaultAccess
}

/** What a newcomer reads when everything runs: the address, and what to try. */
export function invitation(running: Running): string {
  const { publicUrl, seconds, demo, ownCalendar, vault } = running
  const kind = (demo ? '-demo' : '') + (ownCalendar ? '-caldav' : '')
  const args = [...(demo ? ['--demo'] : []), ...(ownCalendar ? ['--caldav'] : []), '--fresh']
  return `
Night Routine is ready after ${seconds.toFixed(1)} s:

    ${publicUrl}

Things to try:
${ownCalendar ? withOwnCalendar(ownCalendar) : withEmulator(running)}
  4. Press "Sync", open a night, look at the statistics.
  5. In the settings, switch publishing on, and open the published site.
  6. Publish a folder of your notes, as docs/vault.md shows: npm run vault -- login --url ${vault.url}
     user ${vault.email}, password ${vault.password}

Ctrl-C stops everything. Your changes are kept in .data${kind}/; npm start -- ${args.join(' ')} starts over.
`
}

const withEmulator = ({ emulatorUrl, demo }: Running) => `\
  1. Open it and sign in as Alex or Robin, the two demo parents (nothing leaves this machine:
     a local emulator stands in for Google).${demo ? '\n     Until then, the log repeats that no account is connected.' : ''}
  2. ${
    demo
      ? 'Tick both boxes. The month ahead has a trip, a night that counts double and a note.'
      : 'Choose the calendar "Family". The month fills with nights, each with its reason.'
  }
  3. See the same nights as events where the family would: ${emulatorUrl}`

const withOwnCalendar = ({ caldavUrl, username, password }: OwnCalendar) => `\
  1. Open it and make the first account, with the set-up code that web prints above; the other
     parent comes by an invitation. Nothing leaves this machine.
  2. Make a calendar and choose it. The month fills with nights, each with its reason.
  3. See the same nights in a calendar app: CalDAV server ${caldavUrl},
     user ${username}, password ${password}.`
