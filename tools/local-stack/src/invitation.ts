/** What a newcomer reads when everything runs: one address, and what to try there. */
export function invitation(
  publicUrl: string,
  emulatorUrl: string,
  seconds: number,
  demo = false,
): string {
  const folder = demo ? '.data-demo/' : '.data/'
  const words = demo ? '--demo --fresh' : '--fresh'
  return `
Night Routine is ready after ${seconds.toFixed(1)} s:

    ${publicUrl}

Things to try:
  1. Open it and sign in as Alex or Robin, the two demo parents (nothing leaves this machine:
     a local emulator stands in for Google).
  2. Choose the calendar "Family". The month fills with nights, each with its reason.
  3. See the same nights as events where the family would: ${emulatorUrl}
  4. Press "Sync", open a night, look at the statistics.
  5. In the settings, switch publishing on, and open the published site.

Ctrl-C stops everything. Your changes are kept in ${folder}; npm start -- ${words} starts over.
`
}
