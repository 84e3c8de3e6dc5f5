import { mostAccessTokens, type AccessToken } from '@night-routine/database/people'
import type { Wording } from '@night-routine/wording'

/** What a program may be allowed. */
export const scopes = ['read', 'write'] as const

/** The access tokens of a person, for their page: those of programs, and those of calendar apps. */
export function programsView(
  tokens: readonly AccessToken[],
  { timeZone, wording }: { timeZone: string; wording: Wording },
) {
  const { say } = wording
  const date = (at: Temporal.Instant) => wording.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const line = ({ id, name, scope, createdAt, lastUsedAt }: AccessToken) => {
    const facts = { may: say(`programs.${scope}`), made: date(createdAt) }
    const when =
      lastUsedAt === null
        ? say('programs.unused', facts)
        : say('programs.used', { ...facts, used: date(lastUsedAt) })
    return { id: id.toString(), name, when }
  }
  return {
    tokens: tokens.filter(({ scope }) => scope !== 'calendar').map(line),
    apps: tokens.filter(({ scope }) => scope === 'calendar').map(line),
    scopes: scopes.map(value => ({ value, label: say(`programs.${value}`) })),
    hasRoom: tokens.length < mostAccessTokens,
  }
}
