import { connectCalDav } from '@night-routine/calendar'
import { calendarPerson } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { contract } from '../contract/contract.ts'
import { personIn, type Subject } from '../contract/subject.ts'
import { connectOwn, ownCalendarId } from '../../src/own/connect.ts'
import { served } from './served.ts'

/** The server, and a person who changes its events. */
async function withPerson(t: Test) {
  const { store, account, calendarId } = await served(t)
  // It cannot be removed: any other one is gone.
  const person = {
    ...personIn(calendarPerson(account), calendarId),
    removeCalendar: async () => '/dav/calendars/other/',
  }
  return { store, account, person }
}

const sides: Record<string, (t: Test) => Promise<Subject>> = {
  'the port': async t => {
    const { store, person } = await withPerson(t)
    const port = connectOwn(store)
    return { port, calendarId: ownCalendarId, isAtomic: true, person }
  },
  'our CalDAV adapter at our server': async t => {
    const { account, person } = await withPerson(t)
    // It makes no other calendar.
    const { createCalendar: _makesNone, ...port } = connectCalDav(account)
    const [calendar] = await port.listCalendars()
    return { port, calendarId: calendar?.id ?? '', isAtomic: true, person }
  },
}

t.test('a removal of any version is made again when someone wrote meanwhile', async t => {
  const { store, account, calendarId } = await served(t)
  const original = { ...store }
  await store.put({ uid: 'a', name: 'a.ics', text: 'x' }, null)
  const writesOnce = () => {
    store.find = async by => {
      Object.assign(store, original)
      const found = await store.find(by)
      if (found) await store.put(found, found.version)
      return found
    }
  }
  const remove = async (headers: Record<string, string>) =>
    (await fetch(new URL(`${calendarId}a.ics`, account.url), { method: 'DELETE', headers })).status
  writesOnce()
  t.equal(await remove({ 'if-match': '"1"' }), 412)
  writesOnce()
  t.equal(await remove({}), 204)
})

for (const [side, subject] of Object.entries(sides))
  t.test(side, async t => {
    for (const [rule, check] of Object.entries(contract))
      await t.test(rule, async t => check(t, await subject(t)))
  })
