import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSecretKeys } from '@night-routine/database/connection'
import { bytesSource, createVaultClient } from '@night-routine/vault-api'
import type { Test } from 'tap'
import { setUpCode } from '../../../web/test/web-with-credentials.ts'
import { sharedHome } from '../home-at.ts'
import { Visitor, type Answer, type Secured } from './visitor.ts'

const email = 'alex@example.com'
const password = 'seven herons over the weir'
/** Whether no one has an account at the shared home. */
let isFirst = true

/** The first block of this language in docs/home.md, so that what runs here is what people copy. */
export async function documented(language: string): Promise<string> {
  const docs = await readFile(join(import.meta.dirname, '../../../../docs/home.md'), 'utf8')
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(docs) ?? []
  if (block === undefined) throw new Error(`docs/home.md has no block of ${language}`)
  return block
}

/** A text with each of the replacements. @throws if one is not found */
export function edited(text: string, edits: readonly (readonly [string, string])[]): string {
  return edits.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`There is no ${from} in: ${before}`)
    return before.replace(from, to)
  }, text)
}

/** The shared home behind a proxy that `start` starts at its address, with an account that has signed in. */
export async function homeBehind(
  t: Test,
  start: (at: { port: number; home: number }) => Promise<Omit<Secured, 'port' | 'origin'>>,
) {
  const shared = await sharedHome()
  const { port, origin, folder } = shared
  const proxy = { port, origin, ...(await start({ port, home: shared.home.port })) }
  const secret = async (name: string) => readFile(join(folder, 'data/secrets', name), 'utf8')
  const from = (address: string, headers?: Record<string, string>) =>
    new Visitor(proxy, address, headers)
  const parent = from('127.0.0.2')
  const code = setUpCode(parseSecretKeys([await secret('secret-keys')]))
  const form = { ...(isFirst && { set_up_code: code }), email, password }
  isFirst = false
  t.equal((await parent.enter('/auth', form)).at, '/calendars', 'a person comes in')
  return { ...shared, parent, from, vaultPassword: await secret('vault-password') }
}

type Behind = Awaited<ReturnType<typeof homeBehind>>

/** What people need of home holds behind the proxy. Its guesses come from addresses of their own. */
export async function worksBehind(
  t: Test,
  behind: Behind,
  { slug, guessers }: { slug: string; guessers: readonly [string, string] },
): Promise<void> {
  const { url, parent, from } = behind
  t.match(await parent.ask('/you'), { status: 200, body: email })

  await t.test('open pages hear of changes at once', async t => {
    t.match(await parent.readUntil('/status/events', /^data: .+$/m), '"revision"')
  })

  await t.test('what a visitor says of itself does not count', async t => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9;host=evil.example;proto=http',
    }
    const stranger = from('127.0.0.3', { ...forged, 'x-forwarded-for': '203.0.113.9' })
    const sent = await stranger.ask('/auth')
    t.equal(sent.headers.location, '/identity/sign-in')
    t.notMatch(JSON.stringify([sent, await stranger.follow('/auth')]), 'evil.example')
    t.match(sent.headers['strict-transport-security'], 'max-age')
  })

  await t.test('guesses are slowed down for the network that makes them', t =>
    slowsGuesses(t, behind, guessers),
  )

  await t.test('each path leads where it leads without the proxy', async t => {
    const large = { form: { text: 'x'.repeat(100_000) } }
    for (const [path, asked, status] of [
      ['/healthz', {}, 200],
      ['/readyz', {}, 200],
      ['/api/webhook/calendar', { form: {} }, 400],
      ['/s/nothing/', {}, 404],
      ['/unsubscribe?token=x', large, 413],
      ['/calendars/%E0%A4', {}, 400],
    ] as const) {
      t.equal((await from('127.0.0.2').ask(path, asked)).status, status, path)
      const direct = await fetch(`${url}${path}`, {
        ...('form' in asked && {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(asked.form).toString(),
        }),
      })
      t.equal(direct.status, status, `${path} directly`)
    }
  })

  await t.test('a published page is read at the public address', async t => {
    const { vaultPort, vaultPassword } = behind
    const client = createVaultClient({ addresses: { main: `http://127.0.0.1:${vaultPort}` } })
    await client.user.signIn({ email: 'publisher@example.org', password: vaultPassword })
    const site = await client.sites.create()
    await client.sites.setSlug(site, slug)
    await client.files.upload(site, { path: 'index.md', source: bytesSource('# Welcome') })
    const reader = from('127.0.0.2')
    let page = await reader.ask(`/s/${slug}/`)
    // It is rendered soon after the upload.
    while (page.status === 503) page = await reader.ask(`/s/${slug}/`)
    t.match(page, { status: 200, body: /<h1[^>]*>Welcome/ })
  })
}

/** Wrong passwords slow down the first address, whatever it claims, and not the other one. */
export async function slowsGuesses(
  t: Test,
  { from }: Pick<Behind, 'from'>,
  [guessing, other]: readonly [string, string],
): Promise<void> {
  const guess = (address: string, claimed: string) =>
    from(address, { 'x-forwarded-for': claimed }).enter('/auth', { email, password: 'a guess' })
  let last: Answer | undefined
  for (let count = 1; count <= 12 && last?.status !== 429; count += 1)
    last = await guess(guessing, `203.0.113.${count}`)
  t.equal(last?.status, 429, 'although each one claims another address')
  t.equal((await guess(other, guessing)).status, 401, 'another network is not kept waiting')
  t.equal((await from(other).enter('/auth', { email, password })).at, '/calendars')
}
