import { Type, type Static } from 'typebox'
import { ask, type CallOptions, type Endpoint, type Session } from './endpoint.ts'

const SiteEntry = Type.Object({
  id: Type.String(),
  slug: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  host: Type.String(),
  created: Type.Optional(Type.Number()),
  url: Type.Optional(Type.String()),
})

const list = {
  base: 'publish',
  path: '/publish/list',
  subject: 'other',
  answer: Type.Object({
    sites: Type.Array(SiteEntry),
    shared: Type.Optional(Type.Array(SiteEntry)),
  }),
  expects: ['sites'],
  repeat: 'safe',
} as const satisfies Endpoint

const create = {
  base: 'publish',
  path: '/publish/create',
  subject: 'site',
  answer: SiteEntry,
  expects: ['id', 'host'],
  // Sent twice it makes two sites.
  repeat: 'unsent',
} as const satisfies Endpoint

const slug = {
  base: 'publish',
  path: '/api/slug',
  subject: 'slug',
  answer: Type.Object({}),
  expects: [],
  repeat: 'safe',
} as const satisfies Endpoint

const slugs = {
  base: 'publish',
  path: '/api/slugs',
  subject: 'other',
  answer: Type.Object({}),
  expects: [],
  repeat: 'safe',
} as const satisfies Endpoint

/** Beyond the contract; hosts in the field know it. */
const options = {
  base: 'site',
  path: '/api/options',
  subject: 'site',
  answer: Type.Object({}),
  expects: [],
  repeat: 'safe',
} as const satisfies Endpoint

export interface Site {
  readonly id: string
  /** Empty while the site has none. */
  readonly slug: string
  readonly host: string
  /** When it was made, in milliseconds since 1970; 0 where the host does not say. */
  readonly created: number
  /** Where people read it, where the host says so. */
  readonly url?: string
}

/** The endpoints of sites. */
export function siteCalls(session: Session) {
  return {
    /** The sites of the account, and those that others share with it. */
    async list(call: CallOptions = {}): Promise<{ sites: Site[]; shared: Site[] }> {
      const answer = await ask(session, list, {}, call)
      return { sites: answer.sites.map(siteOf), shared: (answer.shared ?? []).map(siteOf) }
    },

    /** Makes a site, which has no slug yet. */
    async create(call: CallOptions = {}): Promise<Site> {
      return siteOf(await ask(session, create, {}, call))
    },

    /**
     * Gives a site its slug.
     *
     * @throws SlugTaken
     */
    async setSlug(
      site: Pick<Site, 'id' | 'host'>,
      name: string,
      call: CallOptions = {},
    ): Promise<void> {
      await ask(session, slug, { id: site.id, host: site.host, slug: name }, call)
    },

    /**
     * Changes the options of a site that are given. Beyond the contract: not every host knows every one.
     *
     * @returns all options as the host has them now
     */
    async setOptions(
      site: Pick<Site, 'id' | 'host'>,
      changes: Readonly<Record<string, unknown>>,
      { signal }: CallOptions = {},
    ): Promise<Record<string, unknown>> {
      const asked = { id: site.id, options: changes }
      return { ...(await ask(session, options, asked, { signal, host: site.host })) }
    },

    /**
     * Has readers of a site asked for this password from now on; null: no more. Beyond the contract.
     *
     * @returns whether the host says that the site has a password now; one that knows no passwords never does
     */
    async setPassword(
      site: Pick<Site, 'id' | 'host'>,
      password: string | null,
      { signal }: CallOptions = {},
    ): Promise<boolean> {
      const asked = { id: site.id, password }
      const answer = await ask(session, options, asked, { signal, host: site.host })
      return 'hasPassword' in answer && answer.hasPassword === true
    },

    /** The slugs of sites by their ids; empty text where one has none. */
    async slugs(ids: readonly string[], call: CallOptions = {}): Promise<Map<string, string>> {
      const answer: Record<string, unknown> = { ...(await ask(session, slugs, { ids }, call)) }
      const named = (id: string) => (Object.hasOwn(answer, id) ? answer[id] : '')
      return new Map(
        ids.map(id => {
          const name = named(id)
          return [id, typeof name === 'string' ? name : '']
        }),
      )
    },
  }
}

function siteOf(entry: Static<typeof SiteEntry>): Site {
  return {
    id: entry.id,
    slug: entry.slug ?? '',
    host: entry.host,
    created: entry.created ?? 0,
    ...readableUrl(entry.url),
  }
}

/** What a host says goes onto a screen, so it has to be an address. */
function readableUrl(url = ''): Pick<Site, 'url'> {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? { url: new URL(url).href } : {}
}
