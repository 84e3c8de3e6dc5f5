import { Type, type TSchema } from 'typebox'
import type { Subject } from '../answers/kinds.ts'

/** Everything about an endpoint that its caller need not know. */
export interface Endpoint<Answer extends TSchema = TSchema> {
  readonly base: 'main' | 'publish' | 'site'
  readonly path: string
  readonly answer: Answer
  readonly subject?: Subject
  /** `unsent`: sent again only where the host cannot have acted on the first request. */
  readonly repeat?: 'safe' | 'unsent'
  /** The fields that only a success has; none where the contract shows none. */
  readonly expects?: readonly string[]
  /** Whether a bare array is a success too. */
  readonly arrayAllowed?: boolean
  /** Whether it is asked without a token. */
  readonly open?: boolean
}

const text = Type.String()
const mayBeText = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const mayBeNumber = Type.Optional(Type.Number())

export const RegionEntry = Type.Object({
  id: Type.Optional(text),
  value: Type.Optional(text),
  name: text,
})

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

export const SiteEntry = Type.Object({
  id: text,
  slug: mayBeText,
  host: text,
  created: mayBeNumber,
  url: Type.Optional(text),
})

export const ProfileEntry = Type.Object({
  uid: text,
  name: text,
  email: text,
  mfa: Type.Optional(Type.Boolean()),
  license: mayBeText,
  credit: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  // A number by the contract, an object or null on hosts in the field.
  discount: Type.Optional(Type.Unknown()),
})

const FileEntry = Type.Object({ path: text, hash: text, size: mayBeNumber })

/** The answer of an endpoint for which the contract shows none. */
const Anything = Type.Object({})

const signIn = {
  base: 'main',
  path: '/user/signin',
  answer: Type.Object({
    token: Type.String({ minLength: 1 }),
    name: Type.Optional(text),
    email: Type.Optional(text),
  }),
  subject: 'sign-in',
  expects: ['token'],
  open: true,
} as const

/** The endpoints of the contract, and `/api/options`, which hosts in the field know as well. */
export const endpoints = {
  signIn,
  // A code is good once: after a lost answer it would seem to be wrong.
  signInByCode: { ...signIn, repeat: 'unsent' },
  signOut: { base: 'main', path: '/user/signout', answer: Anything },
  info: { base: 'main', path: '/user/info', answer: ProfileEntry, expects: ['uid'] },
  regions: {
    base: 'main',
    path: '/vault/regions',
    answer: Type.Object({ regions: Type.Array(RegionEntry) }),
    expects: ['regions'],
  },
  listVaults: {
    base: 'main',
    path: '/vault/list',
    answer: Type.Object({
      vaults: Type.Array(VaultEntry),
      shared: Type.Optional(Type.Array(VaultEntry)),
    }),
    expects: ['vaults'],
  },
  createVault: {
    base: 'main',
    path: '/vault/create',
    answer: Type.Object({ id: text, name: text }),
    expects: ['id'],
    // Sent twice it makes two vaults.
    repeat: 'unsent',
  },
  accessVault: {
    base: 'main',
    path: '/vault/access',
    answer: Type.Object({ status: Type.Optional(Type.Unknown()) }),
    subject: 'vault-access',
    expects: ['status'],
  },
  listSites: {
    base: 'publish',
    path: '/publish/list',
    answer: Type.Object({
      sites: Type.Array(SiteEntry),
      shared: Type.Optional(Type.Array(SiteEntry)),
    }),
    expects: ['sites'],
  },
  createSite: {
    base: 'publish',
    path: '/publish/create',
    answer: SiteEntry,
    subject: 'site',
    expects: ['id', 'host'],
    // Sent twice it makes two sites.
    repeat: 'unsent',
  },
  slug: { base: 'publish', path: '/api/slug', answer: Anything, subject: 'slug' },
  slugs: { base: 'publish', path: '/api/slugs', answer: Anything },
  options: { base: 'site', path: '/api/options', answer: Anything, subject: 'site' },
  listFiles: {
    base: 'site',
    path: '/api/list',
    // The older form of the answer is the array alone.
    answer: Type.Union([Type.Object({ files: Type.Array(FileEntry) }), Type.Array(FileEntry)]),
    expects: ['files'],
    arrayAllowed: true,
  },
  // The same bytes at the same path: sent twice, the site is as if sent once.
  upload: { base: 'site', path: '/api/upload', answer: Anything, subject: 'upload' },
  remove: { base: 'site', path: '/api/remove', answer: Anything },
} as const satisfies Record<string, Endpoint>
