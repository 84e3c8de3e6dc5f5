import { createHash } from 'node:crypto'
import type { TokenKeys } from '@night-routine/database/connection'
import { identityLinkPath, linkHours, type Credentials } from '@night-routine/database/credentials'
import type { Ask } from '@night-routine/database/nights'
import type { ClaimedDelivery, PlanEntry, Recipient } from '@night-routine/database/notifications'
import {
  accountChangeIn,
  accountSentence,
  isBefore,
  tonight as tonightAt,
  type MemberChange,
} from '@night-routine/household'
import {
  askAnswerText,
  askPath,
  askText,
  changesText,
  isChannelId,
  joinedText,
  messagesFor,
  reminderDue,
  reminderText,
  unsubscribePath,
  type Message,
  type Reader,
  type Text,
} from '@night-routine/notifications'
import { wordingFor, type NightMove, type Person, type Wording } from '@night-routine/wording'
import type { NotifyFacts } from './plan-deliveries.ts'

/** Deliveries to one device that become one message, oldest first. */
export type Batch = [ClaimedDelivery, ...ClaimedDelivery[]]

export interface BatchFacts extends NotifyFacts {
  /** The history since the person was last told. */
  entries: readonly PlanEntry[]
  /** The asks that the deliveries are about, by id, and the other nights that an acceptance would move. */
  asks: ReadonlyMap<string, Ask & { moves: NightMove[] }>
  /** Who asked for a link to a new password, by address. */
  identities: ReadonlyMap<string, Pick<Credentials, 'id' | 'version'>>
}

/** Whether deliveries are about an ask; each of them is a message of its own. */
export function isAboutAsk({ kind }: Pick<ClaimedDelivery, 'kind'>): boolean {
  return kind === 'ask' || kind === 'ask-answer'
}

/** Whether deliveries are about how a person signs in; no one can turn those messages off. */
export function isAboutMember({ kind }: Pick<ClaimedDelivery, 'kind'>): boolean {
  return kind === 'account' || kind === 'recovery'
}

/** The text that a person asked for, to see whether messages arrive. */
export function composeTestText(language: string): Text {
  const { say } = wordingFor(language)
  return { title: say('notification.test'), lines: [say('notification.testWhat')] }
}

/** The text of a batch about how people sign in; undefined if there is nothing left to say. */
export function composeMemberText(
  [first, ...others]: Batch,
  facts: BatchFacts & Pick<Links, 'keys' | 'publicUrl'> & { now: Temporal.Instant },
): Text | undefined {
  const { email } = first
  const person = facts.memberReaders.find(one => one.email === email)
  const wording = wordingFor(languageOf(person ?? { language: null }, facts.settings))
  if (first.kind === 'recovery') return recoveryText(first, wording, facts)
  const keys = new Set([first, ...others].map(({ key }) => key))
  const changes = facts.accountEntries
    .filter(({ id }) => keys.has(id.toString()))
    .flatMap(entry => accountChangeIn(entry) ?? [])
  const last = changes.at(-1)
  if (last === undefined) return undefined
  const personOf = (address: string): Person => {
    const parent = facts.parents.get(address)
    const name = parent === undefined ? address : facts.names[parent]
    return { name, isReader: address === email }
  }
  const said = changes.map(change => accountSentence(change, personOf, wording))
  const [title = '', ...more] = said
  return {
    title: more.length === 0 ? title : wording.say('account.several'),
    lines: [...said.map(sentence => `${sentence}.`), advice(last, email, personOf, wording)],
  }
}

/** What helps if the change was not what its person wanted. */
function advice(
  { action, email, by }: MemberChange,
  reader: string,
  personOf: (address: string) => Person,
  { say }: Wording,
): string {
  if (email === reader && action === 'account-removed') return say('account.gone')
  if (by === reader) return say('account.notYou')
  if (email === reader && action === 'recovery-link-made') return say('account.notAsked')
  return email === reader
    ? say('account.notYou')
    : say('account.surprised', { name: personOf(email).name })
}

/** The link is made now, so that nothing stored opens an account. A request that waited for too long has none. */
function recoveryText(
  { email, createdAt }: Batch[0],
  { say }: Wording,
  { identities, keys, publicUrl, now }: Parameters<typeof composeMemberText>[1],
): Text | undefined {
  const found = identities.get(email)
  const lasts = { hours: linkHours.recovery }
  if (found === undefined || Temporal.Instant.compare(now, createdAt.add(lasts)) >= 0)
    return undefined
  const { id: identity, version } = found
  const link = { identity, version, until: now.add(lasts), by: 'mail' } as const
  return {
    title: say('notification.recovery'),
    lines: [
      say('notification.recoveryWhat', { email }),
      '',
      say('notification.recoveryLink', { url: publicUrl + identityLinkPath(keys, link) }),
      '',
      say('notification.recoveryNot'),
    ],
  }
}

/** The text of a batch by the current plan; undefined if there is nothing left to say. */
export function composeText(
  [first, ...others]: Batch,
  person: Recipient,
  facts: BatchFacts & { now: Temporal.Instant },
): Text | undefined {
  const { names, tonight, plan, settings, now } = facts
  const { email, parent, reminderAt } = person
  const reader = { wording: wordingFor(languageOf(person, settings)), names, parent, tonight }
  if (first.kind === 'reminder') {
    const isTrue =
      [first, ...others].some(({ key }) => key === tonight.toString()) &&
      plan.find(one => one.night.equals(tonight))?.caregiver === parent
    return isTrue && reminderDue({ reminderAt, tonight }, settings, now)
      ? reminderText(reader, facts.note)
      : undefined
  }
  if (first.kind === 'joined') {
    const [joined = ''] = first.key.split(' ')
    const parentJoined = facts.parents.get(joined)
    return parentJoined && joinedText(names[parentJoined], reader.wording)
  }
  if (isAboutAsk(first)) {
    const ask = facts.asks.get(first.key)
    if (ask === undefined) return undefined
    return first.kind === 'ask' ? asking(ask, reader) : answer(ask, { person, facts, reader })
  }
  const entries = facts.entries.filter(({ id }) => id > (first.sinceEntry ?? id))
  const message = messagesFor([person], { ...facts, entries }).get(email)
  return message && changesText(message, reader)
}

/** What a parent is asked; undefined once there is nothing to answer. */
function asking(ask: Ask & { moves: NightMove[] }, reader: Reader): Text | undefined {
  const isOpen = ask.state === 'open' && !isBefore(ask.night, reader.tonight)
  return isOpen && ask.parent !== reader.parent ? askText(ask, reader, ask.moves) : undefined
}

/** What became of an ask; undefined for a person who knows it, or is no longer the parent who asked. */
function answer(
  ask: Ask,
  { person, facts, reader }: { person: Recipient; facts: BatchFacts; reader: Reader },
): Text | undefined {
  if (ask.parent !== person.parent) return undefined
  const { closedAt, closedBy, night, state } = ask
  const isOver = closedAt !== null && isBefore(night, tonightAt(facts.settings, closedAt))
  const isStillTheirs =
    facts.plan.find(other => other.night.equals(night))?.caregiver === ask.parent
  // Who ended it by a change knows, and who hears of changes hears of a night that moved.
  const isKnown =
    (person.changes && !isStillTheirs) || facts.parents.get(closedBy ?? '') === person.parent
  return state === 'ended' && !isOver && isKnown
    ? undefined
    : askAnswerText({ ...ask, isOver, isStillTheirs }, reader)
}

/** The language of a person's messages: their own, else the household's. */
export function languageOf(
  { language }: Pick<Recipient, 'language'>,
  settings: NotifyFacts['settings'],
): string {
  return language ?? settings.language
}

/** Where links lead, and what signs them. */
export interface Links {
  publicUrl: string
  keys: TokenKeys
}

const sending = {
  reminder: { ttlSeconds: 4 * 3600, urgency: 'high' },
  changes: { ttlSeconds: 86_400, urgency: 'normal' },
  ask: { ttlSeconds: 86_400, urgency: 'high' },
  'ask-answer': { ttlSeconds: 86_400, urgency: 'high' },
  joined: { ttlSeconds: 86_400, urgency: 'normal' },
  account: { ttlSeconds: 172_800, urgency: 'high' },
  recovery: { ttlSeconds: 3600, urgency: 'high' },
  test: { ttlSeconds: 600, urgency: 'high' },
} as const

/** The message of a batch, for whichever channel it takes. */
export function messageOf(
  batch: Batch,
  text: Text,
  about: Links & Pick<NotifyFacts, 'settings'> & { language: string },
): Message {
  const { publicUrl, keys, settings, language } = about
  const [{ kind, email, key, channel }] = batch
  return {
    id: idOf(batch, settings.installation),
    kind,
    text,
    language: wordingFor(language).language,
    url: isAboutMember(batch[0]) ? `${publicUrl}/history` : `${publicUrl}/`,
    ...sending[kind],
    ...(!isAboutMember(batch[0]) &&
      isChannelId(channel) && {
        turnOffUrl: publicUrl + unsubscribePath(keys, { email, channel }),
      }),
    ...(kind === 'ask' && { answerUrl: publicUrl + askPath(keys, { ask: key, email }) }),
  }
}

/** The same for every attempt at the same messages, so that receivers can drop a second copy. */
function idOf(batch: Batch, installation: string): string {
  const [{ email, kind, channel, subscription }] = batch
  const parts = [installation, email, kind, channel, subscription, ...batch.map(({ key }) => key)]
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 32)
}
