import t from 'tap'
import { ask, reasonOf } from '../calendar-api.ts'
import type { ProviderUnderTest } from '../calendar-api.ts'
import { emulatorFor, providerAt } from '../emulator.ts'

const path = '/users/me/calendarList'
const holidays = 'en.uk#holiday@group.v.calendar.google.com'

async function idsFor(provider: ProviderUnderTest, query: Record<string, string> = {}) {
  const { body } = await ask(provider, path, { query })
  return body.items?.map(({ id }) => id)
}

t.test('each account sees its own calendars, with its own rights', async t => {
  const emulator = await emulatorFor(t)
  const alex = await providerAt(emulator)
  t.same(await idsFor(alex), ['alex@example.com', holidays, 'family'])
  t.same(await idsFor(await providerAt(emulator, 'stranger@example.com')), ['stranger@example.com'])
  const { body } = await ask(alex, path, { query: { fields: 'items(id,accessRole,primary)' } })
  t.same(body.items, [
    { id: 'alex@example.com', accessRole: 'owner', primary: true },
    { id: holidays, accessRole: 'reader' },
    { id: 'family', accessRole: 'owner' },
  ])
})

t.test('minAccessRole leaves out what may only be read', async t => {
  const robin = await providerAt(await emulatorFor(t), 'robin@example.com')
  t.same(await idsFor(robin, { minAccessRole: 'writer' }), ['family', 'robin@example.com'])
  t.same(await idsFor(robin, { minAccessRole: 'owner' }), ['robin@example.com'])
  t.equal((await ask(robin, path, { query: { minAccessRole: 'guest' } })).status, 400)
})

t.test('pages follow one another, and belong to their list', async t => {
  const alex = await providerAt(await emulatorFor(t))
  const first = await ask(alex, path, { query: { maxResults: '2' } })
  t.equal(first.body.items?.length, 2)
  const pageToken = first.body.nextPageToken ?? ''
  t.same(await idsFor(alex, { maxResults: '2', pageToken }), ['family'])
  const other = await ask(alex, path, { query: { minAccessRole: 'owner', pageToken } })
  t.equal(other.status, 400)
})

t.test('one calendar: by id, as primary, not if it is somebody else’s, 304 when known', async t => {
  const alex = await providerAt(await emulatorFor(t))
  const one = await ask(alex, `${path}/${encodeURIComponent(holidays)}`)
  t.match(one.body, { id: holidays, summary: 'Holidays', etag: String })
  t.equal((await ask(alex, `${path}/primary`)).body.id, 'alex@example.com')
  const theirs = await ask(alex, `${path}/robin@example.com`)
  t.equal(theirs.status, 404)
  t.equal(reasonOf(theirs), 'notFound')
  const headers = { 'if-none-match': one.body.etag ?? '' }
  t.equal((await ask(alex, `${path}/${encodeURIComponent(holidays)}`, { headers })).status, 304)
})
