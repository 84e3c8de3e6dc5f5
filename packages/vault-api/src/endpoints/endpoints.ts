import { Type, type TSchema } from 'typebox'
import type { Subject } from '../answers/kinds.ts'

/** Everything about an endpoint that its caller need not know. */
export interface Endpoint<Answer extends TSchema = TSchema> extends Options {
  readonly base: 'main' | 'publish' | 'site'
  readonly path: string
  readonly answer: Answer
}

interface Options {
  readonly subject?: Subject
  /** `unsent`: sent again only where the host cannot have acted on the first request. */
  readonly repeat?: 'unsent'
  /** The fields that only a success has; none where the contract shows none. */
  readonly expects?: readonly string[]
  /** Whether a bare array is a success too. */
  readonly arrayAllowed?: boolean
  /** Whether it is asked without a token. */
  readonly open?: boolean
}

const at =
  (base: Endpoint['base']) =>
  <Answer extends TSchema>(
    path: string,
    answer: Answer,
    options: Options = {},
  ): Endpoint<Answer> => ({ base, path, answer, ...options })

const [main, publish, site] = [at('main'), at('publish'), at('site')]

const text = Type.String()
const mayBeText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const mayBeNumber = Type.Optional(Type.Number())

const SignedIn = Type.Object({
  token: Type.String({ minLength: 1 }),
  name: Type.Optional(text),
  email: Type.Optional(text),
})

const Profile = Type.Object({
  uid: text,
  name: text,
  email: text,
  mfa: Type.Optional(Type.Boolean()),
  license: mayBeText,
  credit: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  // A number by the contract, an object or null on hosts in the field.
  discount: Type.Optional(Type.Unknown()),
})

const Region = Type.Object({ id: Type.Optional(text), value: Type.Optional(text), name: text })

export const VaultEntry = Type.Object({
  id: text,
  uid: Type.Optional(text),
  name: text,
  password: mayBeText,
  salt: mayBeText,
  created: mayBeNumber,
  host: Type.Optional(text),
  size: mayBeNumber,
  region: mayBeText,
  encryption_version: Type.Optional(Type.Integer()),
})
const vaults = Type.Array(VaultEntry)

export const SiteEntry = Type.Object({
  id: text,
  slug: mayBeText,
  host: text,
  created: mayBeNumber,
  url: Type.Optional(text),
})
const sites = Type.Array(SiteEntry)

const files = Type.Array(Type.Object({ path: text, hash: text, size: mayBeNumber }))

/** The answer of an endpoint for which the contract shows none. */
const Anything = Type.Object({})

const signIn = { subject: 'sign-in', expects: ['token'], open: true } as const

/** The endpoints of the contract, and two that hosts in the field know as well: `/api/options`, `/publish/delete`. */
export const endpoints = {
  signIn: main('/user/signin', SignedIn, signIn),
  // A code is good once: after a lost answer it would seem to be wrong.
  signInByCode: main('/user/signin', SignedIn, { ...signIn, repeat: 'unsent' }),
  signOut: main('/user/signout', Anything),
  info: main('/user/info', Profile, { expects: ['uid'] }),

  regions: main('/vault/regions', Type.Object({ regions: Type.Array(Region) }), {
    expects: ['regions'],
  }),
  listVaults: main('/vault/list', Type.Object({ vaults, shared: Type.Optional(vaults) }), {
    expects: ['vaults'],
  }),
  // Sent twice it makes two vaults.
  createVault: main('/vault/create', Type.Object({ id: text, name: text }), {
    subject: 'account',
    expects: ['id'],
    repeat: 'unsent',
  }),
  accessVault: main('/vault/access', Type.Object({ status: Type.Optional(Type.Unknown()) }), {
    subject: 'vault-access',
    expects: ['status'],
  }),

  listSites: publish('/publish/list', Type.Object({ sites, shared: Type.Optional(sites) }), {
    expects: ['sites'],
  }),
  // Sent twice it makes two sites.
  createSite: publish('/publish/create', SiteEntry, {
    subject: 'account',
    expects: ['id', 'host'],
    repeat: 'unsent',
  }),
  deleteSite: publish('/publish/delete', Anything, { subject: 'site' }),
  slug: publish('/api/slug', Anything, { subject: 'slug' }),
  slugs: publish('/api/slugs', Anything),
  options: site('/api/options', Anything, { subject: 'site' }),

  // The older form of the answer is the array alone.
  listFiles: site('/api/list', Type.Union([Type.Object({ files }), files]), {
    expects: ['files'],
    arrayAllowed: true,
  }),
  // The same bytes at the same path: sent twice, the site is as if sent once.
  upload: site('/api/upload', Anything, { subject: 'upload' }),
  remove: site('/api/remove', Anything),
}
