import { randomUUID } from 'node:crypto'
import { parseSecretKeys, transaction } from '@night-routine/database/connection'
import { createCredentials, createPasskey, findPasskey } from '@night-routine/database/credentials'
import { testDatabase } from '@night-routine/testing/database'
import t, { type Test } from 'tap'
import {
  creationOptions,
  readNewPasskey,
  requestOptions,
  usePasskey,
  type Challenge,
} from '../../src/sign-in/passkeys.ts'
import { softwarePasskey } from '../software-passkey.ts'

const origin = 'https://night.example.com'
const now = Temporal.Instant.from('2026-11-26T06:00:00Z')
const alex = '0d4f7b52-5d0c-4f0a-9c55-0c4e4b4b8d11'
const robin = '6a3f0a0e-6c7f-4c55-8a8e-3b1c5cb9f0aa'
const first = 'ab'.repeat(32)
const second = 'cd'.repeat(32)
const make: Challenge = { purpose: 'make account', ids: ['sign-in 1'] }
const signIn: Challenge = { purpose: 'sign in', ids: ['sign-in 1'] }

/** Alex and Robin, and Alex's passkey. */
async function household(t: Test) {
  const { db } = await testDatabase(t)
  await transaction(db, async trx => {
    await createCredentials(trx, { id: alex, email: 'alex@example.com' }, now)
    await createCredentials(trx, { id: robin, email: 'robin@example.com' }, now)
  })
  const context = {
    db,
    clock: { now: () => now },
    keys: parseSecretKeys([first]),
    publicUrl: origin,
  }
  const device = softwarePasskey(origin)
  const asked = creationOptions(context, make, { id: alex, email: 'alex@example.com' })
  const made = await readNewPasskey(context, make, { answer: device.create(asked), name: 'Phone' })
  if ('refused' in made) throw new Error(made.reason)
  await createPasskey(db, { ...made, identity: alex }, now)
  return { db, context, device, made }
}

t.test('asks for a passkey that a device finds without a name, and for its person', async t => {
  const { context, made } = await household(t)
  const existing = [{ ...made, identity: alex, createdAt: now, lastUsedAt: null }]
  const person = { id: alex, email: 'alex@example.com', existing }
  t.match(creationOptions(context, make, person), {
    rp: { name: 'Night Routine', id: 'night.example.com' },
    user: { id: 'DU97Ul0MTwqcVQxOS0uNEQ', name: 'alex@example.com' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: made.id, type: 'public-key' }],
  })
  const asked = requestOptions(context, signIn)
  t.match(asked, { rpId: 'night.example.com', userVerification: 'required' })
  t.notOk('allowCredentials' in asked, 'the page does not say who has a passkey')
})

t.test('a passkey is used by its person, and counts', async t => {
  const { db, context, device, made } = await household(t)
  t.match(made, { id: device.id, counter: 0, transports: ['internal'], name: 'Phone' })
  const answer = device.use(requestOptions(context, signIn))
  t.match(await usePasskey(context, signIn, answer), { identity: alex, name: 'Phone' })
  const { counter, lastUsedAt } = (await findPasskey(db, device.id)) ?? {}
  t.same([counter, lastUsedAt?.toString()], [1, now.toString()])
})

t.test('refuses what is not for this page', async t => {
  const { db, context, device } = await household(t)
  const asked = requestOptions(context, signIn)
  const other = (challenge: Challenge) => requestOptions(context, challenge).challenge
  for (const [what, lies, reason] of [
    ['another sign-in', { challenge: other({ ...signIn, ids: ['sign-in 2'] }) }, /challenge/],
    ['another page', { challenge: other({ ...signIn, purpose: 'confirm' }) }, /challenge/],
    ['another origin', { origin: 'https://night.example.net' }, /origin/],
    ['another site', { rpId: 'example.com' }, /RP ID/],
    ['another type', { type: 'webauthn.create' }, /type/],
    ['a device that did not ask', { isVerified: false }, /could not be verified/],
    ['another person', { userHandle: 'ag' }, /another person/],
  ] as const) {
    const answer = device.use(asked, lies)
    const used = await usePasskey(context, signIn, answer)
    t.match(used, { refused: 'invalid', reason }, what)
  }
  t.match(await findPasskey(db, device.id), { counter: 0, lastUsedAt: null }, 'none counts')

  const forged = JSON.parse(device.use(asked))
  const signature = JSON.parse(softwarePasskey(origin).use(asked)).response.signature
  const swapped = { ...forged, response: { ...forged.response, signature } }
  const used = await usePasskey(context, signIn, JSON.stringify(swapped))
  t.match(used, { refused: 'invalid', reason: 'Not signed by this passkey.' })
  for (const junk of ['', '{', 'null', '{"id":"x"}', `"${'x'.repeat(10_000)}"`])
    t.match(await usePasskey(context, signIn, junk), { refused: 'invalid' }, junk)
})

t.test('a copy is found by its count', async t => {
  const { db, context, device } = await household(t)
  const use = (counter: number) => {
    const challenge = { ...signIn, ids: [randomUUID()] } as const
    const answer = device.use(requestOptions(context, challenge), { counter })
    return usePasskey(context, challenge, answer)
  }
  t.match(await use(5), { identity: alex })
  t.match(await use(5), { refused: 'copied', reason: 'used before, or counts 5 after 5' })
  t.match(await use(4), { refused: 'copied' })
  t.match(await use(0), { refused: 'copied' })
  t.match(await findPasskey(db, device.id), { counter: 5 })
  const both = await Promise.all([use(6), use(6)])
  t.equal(both.filter(used => 'refused' in used).length, 1, 'of two at once')
})

t.test('what a device that does not count has signed counts once', async t => {
  const { context, device } = await household(t)
  const answerTo = (challenge: Challenge) =>
    device.use(requestOptions(context, challenge), { counter: 0 })
  const answer = answerTo(signIn)
  const uses = await Promise.all([1, 2].map(() => usePasskey(context, signIn, answer)))
  t.equal(uses.filter(used => 'refused' in used).length, 1, 'of two at once')
  const next: Challenge = { ...signIn, ids: ['sign-in 2'] }
  t.match(await usePasskey(context, next, answerTo(next)), { identity: alex }, 'it is no copy')
  t.match(await usePasskey(context, signIn, answer), { refused: 'copied' }, 'nor later')
})

t.test('a passkey confirms only what its own person does', async t => {
  const { context, device } = await household(t)
  const confirm: Challenge = { purpose: 'confirm', ids: ['session'] }
  const answer = () => device.use(requestOptions(context, confirm))
  const used = await usePasskey(context, confirm, answer(), robin)
  t.match(used, { refused: 'unknown' })
  t.match(await usePasskey(context, confirm, answer(), alex), { identity: alex })
})

t.test('what was asked before the keys were rotated counts while the old key is there', async t => {
  const { context, device } = await household(t)
  const answer = device.use(requestOptions(context, signIn))
  const gone = { ...context, keys: parseSecretKeys([second]) }
  t.match(await usePasskey(gone, signIn, answer), { refused: 'invalid', reason: /challenge/ })
  const rotated = { ...context, keys: parseSecretKeys([second, first]) }
  t.match(await usePasskey(rotated, signIn, answer), { identity: alex })
  const asked = requestOptions(rotated, signIn).challenge
  t.equal(asked, requestOptions(gone, signIn).challenge, 'the newest key asks')
})

t.test('a new passkey is refused for the same reasons', async t => {
  const { context } = await household(t)
  const person = { id: alex, email: 'alex@example.com' }
  const asked = creationOptions(context, make, person)
  const { challenge } = creationOptions(context, { purpose: 'link', ids: make.ids }, person)
  const name = 'Phone'
  for (const [lies, reason] of [
    [{ challenge }, /challenge/],
    [{ origin: 'http://night.example.com' }, /origin/],
    [{ rpId: 'localhost' }, /RP ID/],
    [{ type: 'webauthn.get' }, /type/],
    [{ isVerified: false }, /could not be verified/],
  ] as const) {
    const answer = softwarePasskey(origin).create(asked, lies)
    t.match(await readNewPasskey(context, make, { answer, name }), { refused: 'invalid', reason })
  }
  const answer = softwarePasskey(origin, { curve: 'P-384' }).create(asked)
  const made = await readNewPasskey(context, make, { answer, name })
  t.match(made, { refused: 'invalid', reason: /alg/ }, 'a key that was not asked for')
})
