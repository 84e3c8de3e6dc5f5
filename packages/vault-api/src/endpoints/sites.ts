import type { Static } from 'typebox'
import { call, callToRemove, type CallOptions, type Session } from './call.ts'
import { endpoints, type SiteEntry } from './endpoints.ts'

/** Which site, and where its files are. */
export interface SiteAddress {
  readonly id: string
  readonly host: string
}

export interface Site extends SiteAddress {
  /** Empty while the site has none. */
  readonly slug: string
  /** When it was made, in milliseconds since 1970; 0 where the host does not say. */
  readonly created: number
  /** Where people read it, where the host says so. */
  readonly url?: string
}

/** What an owner may choose for a site. Beyond the contract: hosts differ in what they know, and keep the rest. */
export interface SiteOptions {
  /** The title of the site. */
  readonly siteName?: string
  /** The path of the note that readers see first, such as `Start` or `Trips/Start.md`. */
  readonly indexFile?: string
  readonly defaultTheme?: 'light' | 'dark'
  /** Whether search engines may list it. A site with a password is never listed. */
  readonly allowIndexing?: boolean
  readonly showNavigation?: boolean
  readonly showSearch?: boolean
  /** Whether long notes have a table of contents. */
  readonly showOutline?: boolean
  /** Whether a note names the notes that link to it. */
  readonly showBacklinks?: boolean
  readonly hideTitle?: boolean
  /** Whether a single line break is a space. */
  readonly strictLineBreaks?: boolean
  /** Paths in the order that the navigation has; the others follow by name. */
  readonly navigationOrdering?: readonly string[] | null
  readonly navigationHiddenItems?: readonly string[] | null
}

/** The options of a site that the host knows, and whether readers need a password. */
export type ReadSiteOptions = SiteOptions & { readonly hasPassword?: boolean }

export function siteCalls(session: Session) {
  const askForOptions = async (
    { id, host }: SiteAddress,
    fields: object,
    { signal }: CallOptions = {},
  ): Promise<ReadSiteOptions> =>
    call(session, endpoints.options, { id, ...fields }, { signal, host })

  return {
    /** The sites of the account, and those that others share with it. */
    async list(options: CallOptions = {}): Promise<{ sites: Site[]; shared: Site[] }> {
      const answer = await call(session, endpoints.listSites, {}, options)
      return { sites: answer.sites.map(siteOf), shared: (answer.shared ?? []).map(siteOf) }
    },

    /** Makes a site, which has no slug yet. */
    async create(options: CallOptions = {}): Promise<Site> {
      return siteOf(await call(session, endpoints.createSite, {}, options))
    },

    /** Deletes a site with its files. Beyond the contract. That a repeat no longer finds it is a success. */
    async delete({ id }: Pick<SiteAddress, 'id'>, options: CallOptions = {}): Promise<void> {
      await callToRemove(session, endpoints.deleteSite, { site_uid: id }, options)
    },

    /** Gives a site its slug. @throws SlugTaken */
    async setSlug({ id, host }: SiteAddress, slug: string, options?: CallOptions): Promise<void> {
      await call(session, endpoints.slug, { id, host, slug }, options)
    },

    /** The options of a site. Beyond the contract. */
    options: async (site: SiteAddress, options?: CallOptions) => askForOptions(site, {}, options),

    /** Changes the given options, and returns all. Beyond the contract. */
    setOptions: async (site: SiteAddress, changes: SiteOptions, options?: CallOptions) =>
      askForOptions(site, { options: changes }, options),

    /** Sets the password for readers, null for none; returns whether the host has one now. Beyond the contract. */
    async setPassword(site: SiteAddress, password: string | null, options?: CallOptions) {
      return (await askForOptions(site, { password }, options)).hasPassword === true
    },

    /** The slugs of sites by their ids; empty text where one has none. */
    async slugs(ids: readonly string[], options: CallOptions = {}): Promise<Map<string, string>> {
      const answer = await call(session, endpoints.slugs, { ids }, options)
      const slugs = new Map<string, unknown>(Object.entries(answer))
      return new Map(ids.map(id => [id, textIn(slugs.get(id))]))
    },
  }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

function siteOf({ id, slug, host, created, url = '' }: Static<typeof SiteEntry>): Site {
  // What a host says goes onto a screen, so it has to be an address.
  const isUrl = /^https?:\/\//i.test(url) && URL.canParse(url)
  return {
    id,
    slug: slug ?? '',
    host,
    created: created ?? 0,
    ...(isUrl ? { url: new URL(url).href } : {}),
  }
}
