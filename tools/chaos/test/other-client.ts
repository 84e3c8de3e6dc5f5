import type { Stack, Visitor } from '@night-routine/chaos'
import { waitFor } from '@night-routine/servers'
import { calendarPerson, editWithPython } from '@night-routine/servers/caldav'
import type { Test } from 'tap'

/** Another client gives nights to babysitters, and the page shows it. */
export async function editElsewhere(t: Test, stack: Stack, visitor: Visitor): Promise<void> {
  const { calendarServer: server, calendarIds } = stack
  if (server === undefined) throw new Error('This stack has no calendar server.')
  const calendarId = calendarIds.family
  const events = await waitFor('the events of the plan', async () => {
    const found = await calendarPerson(server).events(calendarId)
    return found.length >= 14 && found
  })
  t.match(events[0], { summary: /^\[(Alex|Robin)\] 🌃👶Routine$/ })

  /** The seconds from the edit of a title until the page shows it. */
  const secondsUntilShown = async (
    name: string,
    { night, press, atMost }: { night: number; press: boolean; atMost: number },
  ): Promise<number> => {
    const { id = '' } = { ...events[night] }
    await editWithPython(server, { calendarId, id, title: `[${name}]`, library: 'vobject' })
    const from = performance.now()
    if (press) await visitor.form('/sync', {})
    await waitFor(name, async () => (await visitor.page('/')).includes(name), atMost)
    return (performance.now() - from) / 1000
  }

  // The bars, 2 s after Sync and one poll of 120 s, are for a machine that does nothing else.
  const synced = await secondsUntilShown('Dana', { night: 1, press: true, atMost: 60 })
  t.comment(`${synced.toFixed(1)} s after Sync`)
  if (process.env['LONG_TESTS'] === undefined) return
  const polled = await secondsUntilShown('Noor', { night: 2, press: false, atMost: 240 })
  t.comment(`${polled.toFixed(1)} s by a poll`)
}
