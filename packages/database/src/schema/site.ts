import type { Generated } from 'kysely'
import type { Json, Nullable, NullableDate, NullableTimestamp } from './column-types.ts'

/** The tables of the published site. */
export interface SiteTables {
  publication: {
    id: Generated<number>
    site_id: Nullable<string>
    site_host: Nullable<string>
    site_slug: Nullable<string>
    address: Nullable<string>
    may_create_site: Generated<boolean>
    previous_sites: Json<string[]>
    removal_requested_at: NullableTimestamp
    published_on: NullableDate
    published_at: NullableTimestamp
    slug: Nullable<string>
    password: Nullable<string>
    password_at_host: Generated<boolean>
  }
  published_files: {
    path: string
    hash: string
  }
}
