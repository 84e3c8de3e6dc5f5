import type { RecordedEntry } from '@night-routine/database'
import type { Person, Wording } from '@night-routine/wording'
import { accountActions, type AccountAction } from './record-account-change.ts'

/** A change of how a person signs in. */
export interface AccountChange {
  action: AccountAction
  /** Whose account it is. */
  email: string
  /** Who changed it; null: the operator. */
  by: string | null
  /** The name of the passkey or access token that it is about, if any. */
  device: string | null
  /** With whose link: `operator`, `mail`, or the address of who made it; null without a link. */
  link: string | null
}

/** What an entry of the history says of an account; undefined for other entries. */
export function accountChangeIn({
  action: recorded,
  actor: by,
  after,
}: Pick<RecordedEntry, 'action' | 'actor' | 'after'>): AccountChange | undefined {
  const action = accountActions.find(each => each === recorded)
  const { account, device, link } = after ?? {}
  if (action === undefined || typeof account !== 'string') return undefined
  return { action, email: account, by, device: textOr(device), link: textOr(link) }
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Changes that matter to others, too: somebody else may come in with another person's name. */
const toldToAll: readonly AccountAction[] = [
  'account-made',
  'account-removed',
  'password-recovered',
  'recovery-link-made',
]

/**
 * Whether a person gets a message about a change. Each person hears of changes of their account, so that they
 * notice one that was not theirs. A person who comes in by an invitation is reported as having joined.
 */
export function isToldOf(email: string, change: AccountChange): boolean {
  if (change.action === 'account-made' && change.by === change.email) return false
  return email === change.email || toldToAll.includes(change.action)
}

/** What changed, for a reader: "Alex made a link to a new password for you". */
export function accountSentence(
  change: AccountChange,
  personOf: (email: string) => Person,
  { say }: Pick<Wording, 'say'>,
): string {
  const { by, device, link } = change
  const [owner, actor] = [personOf(change.email), personOf(by ?? change.email)]
  const maker = link?.includes('@') === true ? personOf(link) : null
  const isOwn = by === change.email
  const facts = { actor, owner, isOwn, isOperator: by === null, device: device ?? '', link, maker }
  return sentences[change.action](facts, say)
}

/** The facts of a sentence, with people in place of addresses. */
interface Facts {
  actor: Person
  owner: Person
  isOwn: boolean
  isOperator: boolean
  device: string
  link: string | null
  /** Who made the link. */
  maker: Person | null
}

const sentences: Record<AccountAction, (facts: Facts, say: Wording['say']) => string> = {
  'account-made': ({ actor, owner: name, isOperator }, say) =>
    isOperator ? say('account.madeByOperator', { name }) : say('account.made', { actor }),
  'account-removed': ({ actor, owner: name, isOwn, isOperator }, say) => {
    if (isOperator) return say('account.removedByOperator', { name })
    return isOwn ? say('account.left', { actor }) : say('account.removed', { actor, name })
  },
  'password-changed': ({ actor }, say) => say('account.passwordChanged', { actor }),
  'password-recovered': ({ actor, link, maker, device }, say) => {
    if (device !== '') return say('account.passkeyByLink', { actor, device })
    if (maker !== null) return say('account.recovered', { actor, maker })
    return link === 'mail'
      ? say('account.recoveredByMail', { actor })
      : say('account.recoveredByOperator', { actor })
  },
  'recovery-link-made': ({ actor, owner: name, isOperator }, say) =>
    isOperator ? say('account.linkByOperator', { name }) : say('account.linkMade', { actor, name }),
  'passkey-added': ({ actor, device }, say) => say('account.passkeyAdded', { actor, device }),
  'passkey-removed': ({ actor, device }, say) => say('account.passkeyRemoved', { actor, device }),
  'second-factor-on': ({ actor }, say) => say('account.factorTurnedOn', { actor }),
  'second-factor-off': ({ actor }, say) => say('account.factorTurnedOff', { actor }),
  'recovery-codes-made': ({ actor }, say) => say('account.codesMade', { actor }),
  'token-made': ({ actor, device: name }, say) => say('account.tokenMade', { actor, name }),
  'token-revoked': ({ actor, device: name }, say) => say('account.tokenRevoked', { actor, name }),
}
