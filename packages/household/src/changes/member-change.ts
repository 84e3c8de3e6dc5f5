import type { RecordedEntry } from '@night-routine/database/nights'
import type { MemberReader } from '@night-routine/database/notifications'
import type { Person, Wording } from '@night-routine/wording'

/** A change of how a person signs in, or of what leaves the house. */
export interface MemberChange {
  action: MemberAction
  /** Whose account it is. */
  email: string
  /** Who changed it; null: the operator, or a stranger. */
  by: string | null
  /** The name of the passkey, access token, browser or channel that it is about, or how many; null: nothing. */
  device: string | null
  /** With whose link: `operator`, `mail`, or the address of who made it; null without a link. */
  link: string | null
  /** The network of the request; null where there was none. */
  network: string | null
  /** The channel that was set up, by which its person is not told of that; null otherwise. */
  channel: string | null
}

/** What an entry of the history says of an account; undefined for other entries. */
export function accountChangeIn(
  entry: Pick<RecordedEntry, 'action' | 'actor' | 'after'>,
): MemberChange | undefined {
  const action = memberActions.find(each => each === entry.action)
  const { account, device, link, network, channel } = entry.after ?? {}
  if (action === undefined || typeof account !== 'string') return undefined
  const about = { device: textOr(device), link: textOr(link), network: textOr(network) }
  return { action, email: account, by: entry.actor, ...about, channel: textOr(channel) }
}

function textOr(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Changes that matter to others, too: somebody else may come in with another person's name. */
const toldToAll: readonly MemberAction[] = [
  'account-made',
  'account-removed',
  'password-recovered',
  'recovery-link-made',
  'invitation-made',
  'share-link-made',
  'installation-changed',
]

/**
 * Whether a person is notified of a change. Each person hears of changes of their account, so that they notice one that
 * was not theirs, and everyone of those that let somebody in. A person who comes in by an invitation is reported as having
 * joined.
 */
export function isToldOf(
  { email }: Pick<MemberReader, 'email'>,
  change: Pick<MemberChange, 'action' | 'email' | 'by'>,
): boolean {
  if (change.action === 'account-made' && change.by === change.email) return false
  return email === change.email || toldToAll.includes(change.action)
}

/** What changed, for a reader: "Alex made a link to a new password for you". */
export function accountSentence(
  change: MemberChange,
  personOf: (email: string) => Person,
  { say }: Pick<Wording, 'say'>,
): string {
  const { by, device, link, network } = change
  const [owner, actor] = [personOf(change.email), personOf(by ?? change.email)]
  const maker = link?.includes('@') === true ? personOf(link) : null
  const isOwn = by === change.email
  const facts = { actor, owner, isOwn, isOperator: by === null, device: device ?? '', link, maker }
  const did = sentences[change.action](facts, say)
  return network === null ? did : say('account.from', { did, network })
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

const sentences = named({
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
  'app-password-made': ({ actor }, say) => say('account.appPasswordMade', { actor }),
  'app-password-revoked': ({ actor }, say) => say('account.appPasswordRevoked', { actor }),
  'signed-in': ({ actor, device }, say) =>
    device === ''
      ? say('account.signedIn', { actor })
      : say('account.signedInWith', { actor, device }),
  'sessions-ended': ({ actor }, say) => say('account.sessionsEnded', { actor }),
  'account-secured': ({ actor }, say) => say('account.secured', { actor }),
  'passwords-guessed': ({ owner: name, device: count }, say) =>
    say('account.guessed', { name, count: Number(count) }),
  'invitation-made': ({ actor, device: name }, say) => say('account.invited', { actor, name }),
  'invitation-withdrawn': ({ actor }, say) => say('account.inviteWithdrawn', { actor }),
  'share-link-made': ({ actor }, say) => say('account.shareLinkMade', { actor }),
  'share-link-revoked': ({ actor }, say) => say('account.shareLinkRevoked', { actor }),
  'channel-added': ({ actor, device: name }, say) => say('account.channelAdded', { actor, name }),
  'channel-removed': ({ actor, device: name }, say) =>
    say('account.channelRemoved', { actor, name }),
  'installation-changed': (_, say) => say('account.installationChanged'),
})

/** A table of sentences by their changes: its keys are the type of the names. */
function named<Action extends string>(
  table: Record<Action, (facts: Facts, say: Wording['say']) => string>,
) {
  return table
}

export type MemberAction = keyof typeof sentences

/** The changes of who can come in, and how, and of where the household's plan is sent. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const memberActions = Object.keys(sentences) as MemberAction[]
