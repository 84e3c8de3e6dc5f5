import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

/** A link with which a person chooses a new password, or a passkey. It is for the credentials of one person, and works once. */
export interface CredentialsLink {
  /** The id of the credentials. */
  identity: string
  /** Of the credentials; with another one the link has ended. */
  version: number
  until: Temporal.Instant
  /** Who made it. */
  by: 'operator' | 'parent' | 'mail'
  /** The address of the parent who made it. */
  maker?: string
}

/** How long such a link works: for somebody who is new, and for somebody who has forgotten the password. */
export const linkHours = { arrival: 7 * 24, recovery: 1 } as const

const place = 'identity.link.token'

/** The path of a link, whose token only we can make. */
export function identityLinkPath(keys: TokenKeys, { until, ...link }: CredentialsLink): string {
  const token = seal(keys, place, JSON.stringify({ ...link, until: until.epochMilliseconds }))
  return `/identity/link?token=${token}`
}

/** What the token of such a path is for; undefined when we did not make it, or its key is gone. */
export function readCredentialsLink(keys: TokenKeys, token: string): CredentialsLink | undefined {
  const text = unsealIfKeyed(keys, place, token)
  if (text === unreadable) return undefined
  // Only `identityLinkPath` can have sealed it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const link = JSON.parse(text) as Omit<CredentialsLink, 'until'> & { until: number }
  return { ...link, until: Temporal.Instant.fromEpochMilliseconds(link.until) }
}
