import { parseSecretKeys } from '@night-routine/database/connection'
import { readPublication, savePublishedPassword } from '@night-routine/database/site'
import { testDatabase } from '@night-routine/testing/database'
import { waitFor } from '@night-routine/servers'
import { NotFound } from '@night-routine/vault-api'
import t from 'tap'
import { agreeOnPassword } from '../../src/site/agree.ts'
import { secretKey } from '../publish-host.ts'
import { publishingHousehold, startPublisher, tonight } from '../published-household.ts'

const keys = parseSecretKeys([secretKey])
const isUpload = (call: string) => call.startsWith('/api/upload')

t.test('sets the password before the first upload, and readers need it', async t => {
  const { db, host, proxy, environment, change, giveNights, published, setPassword } =
    await publishingHousehold(t)
  await startPublisher(t, { ...environment, VAULT_READ_URL: `${host.url}/s/` })
  await setPassword('moonlight')
  await change({ publish: true })
  await published()
  const calls = proxy.calls()
  t.ok(calls.some(isUpload))
  const before = calls.slice(0, calls.findIndex(isUpload)).filter(call => call === '/api/options')
  t.equal(before.length, 3, 'the name, the password, and the navigation')

  const read = async (password?: string) => {
    const { address } = await readPublication(db)
    const authorization = `Basic ${Buffer.from(`x:${password}`).toString('base64')}`
    const headers = password === undefined ? {} : { authorization }
    return (await fetch(`${address}calendar.ics`, { headers })).status
  }
  t.same([await read(), await read('wrong'), await read('moonlight')], [401, 401, 200])
  await setPassword('starlight')
  await published()
  t.same([await read(), await read('moonlight'), await read('starlight')], [401, 401, 200])

  await setPassword(null)
  await published()
  t.equal(await read(), 200)
  t.match(await readPublication(db), { hasPassword: false, passwordAtHost: false })
  proxy.calls()
  await giveNights([tonight], 'b')
  await published()
  const asked = proxy.calls().filter(call => call === '/api/options')
  t.equal(asked.length, 1, 'the navigation: nothing is left to say about the password')
})

t.test(
  'publishes nothing and says so if the host refuses the password, or no key opens it',
  async t => {
    const { db, proxy, environment, change, failed, published, setPassword } =
      await publishingHousehold(t)
    await savePublishedPassword(db, parseSecretKeys(['22'.repeat(32)]), 'moonlight')
    await change({ publish: true })
    await startPublisher(t, environment)
    t.match(await failed(), { code: 'publishFailure.password-lost' })
    // Shorter than this host allows.
    await setPassword('moon')
    await waitFor('another failure', async () => (await failed()).code.endsWith('password-refused'))
    t.notOk(proxy.calls().some(isUpload))
    await setPassword('moonlight')
    await published()
    t.ok(proxy.calls().some(isUpload), 'another one is sent at once')
  },
)

t.test('accepts only an explicit confirmation of the password', async t => {
  const { db } = await testDatabase(t)
  const { signal } = new AbortController()
  const sent: (string | null)[] = []
  const agree = (answer: () => boolean) => {
    const setPassword = async (_site: unknown, password: string | null) => {
      sent.push(password)
      return answer()
    }
    const given = { db, keys, signal, client: { sites: { setPassword } } }
    return agreeOnPassword(given, { id: 's', host: 'h' })
  }
  const refused = { name: 'PublishFailure', reason: 'password-refused' }
  await agree(() => true)
  t.same(sent, [], 'a host that was never given one is not asked')

  await savePublishedPassword(db, keys, 'moonlight')
  await t.rejects(
    agree(() => false),
    refused,
    'a host that knows no passwords',
  )
  await t.rejects(
    agree(() => {
      throw new NotFound('There is no such endpoint.')
    }),
    refused,
  )
  await t.rejects(
    agree(() => {
      throw new Error('of our own')
    }),
    { message: 'of our own' },
  )
  await agree(() => true)
  t.same(
    sent.splice(0),
    Array.from({ length: 4 }, () => 'moonlight'),
  )

  await savePublishedPassword(db, keys, null)
  await t.rejects(
    agree(() => true),
    refused,
    'the host still asks',
  )
  await agree(() => false)
  await agree(() => true)
  t.same(sent, [null, null], 'and once it does not, it is left alone')
})
