import { unreadable } from '@night-routine/database/connection'
import type {
  ChannelValues,
  LastDelivery,
  PersonChannel,
} from '@night-routine/database/notifications'
import { fieldError, type FieldError } from '@night-routine/household'
import {
  channelOf,
  channelsSetUp,
  heardFailure,
  type ChannelConfig,
  type ChannelId,
} from '@night-routine/notifications'
import { message, type Wording } from '@night-routine/wording'
import { fieldView, oneValue, said, type TypedForm } from '../plugins/fields.ts'

/** How much a field of a channel takes. */
export const mostText = 4096

export interface ChannelFacts {
  config: ChannelConfig
  email: string
  /** What the person has turned on or filled in. */
  stored: readonly PersonChannel[]
  last: readonly LastDelivery[]
  now: Temporal.Instant
  wording: Wording
}

/** The channels that a person can switch on: those that are set up, and filled in where that is needed. */
export function usableChannels(config: ChannelConfig, stored: readonly PersonChannel[]) {
  return channelsSetUp(config).filter(id => isUsable(id, stored))
}

function isUsable(id: ChannelId, stored: readonly PersonChannel[]): boolean {
  return channelOf(id).fields.length === 0 || Object.keys(filledIn(id, stored)).length > 0
}

/** What the person filled in; empty if nothing, or nothing that can be read. */
export function filledIn(id: ChannelId, stored: readonly PersonChannel[]): ChannelValues {
  const values = stored.find(({ channel }) => channel === id)?.values
  return values === undefined || values === unreadable ? {} : values
}

/** Every channel that is set up, with how it does. */
export function channelLines({ config, stored, last, now, wording }: Omit<ChannelFacts, 'email'>) {
  const { say } = wording
  return channelsSetUp(config).map(id => {
    const { name: key, fields } = channelOf(id)
    const name = say(key)
    const found = last.find(({ channel }) => channel === id)
    const edit = isUsable(id, stored)
      ? { text: say('channels.change'), label: say('channels.changeThat', { name }) }
      : { text: say('channels.setUp'), label: say('channels.setUpThat', { name }) }
    return {
      id,
      name,
      /** How the last message by it ended; null before the first one. */
      last: found === undefined ? null : lastText(found, { id, now, wording }),
      isFailed: found !== undefined && found.state !== 'sent',
      /** Leads to its form; null for a channel that needs nothing of a person. */
      edit: fields.length > 0 ? edit : null,
      /** What the button for a test message is called; null while there is nothing to test. */
      test: isUsable(id, stored) ? say('channels.testThat', { name }) : null,
    }
  })
}

function lastText(
  { state, error, at }: LastDelivery,
  { id, now, wording }: { id: ChannelId; now: Temporal.Instant; wording: Wording },
): string {
  const ago = wording.ago(at, now)
  if (state === 'sent') return wording.say('channels.arrived', { ago })
  const reason = wording.say(`channelFailure.${heardFailure(channelOf(id), error ?? '')}`)
  return wording.say('channels.failed', { ago, reason })
}

/** The switches of the channels that the person can use. Push messages reach only who has turned on a device. */
export function channelSwitches(
  on: readonly string[],
  facts: Pick<ChannelFacts, 'config' | 'email' | 'stored' | 'wording'> & { hasDevices: boolean },
): { id: ChannelId; label: string; on: boolean; reaches: boolean }[] {
  const { config, email, stored, hasDevices, wording } = facts
  return usableChannels(config, stored).map(id => ({
    id,
    label: wording.tell({ key: channelOf(id).switchName ?? channelOf(id).name, values: { email } }),
    on: on.includes(id),
    reaches: id !== 'push' || hasDevices,
  }))
}

/** Why e-mail or push messages cannot be chosen. */
export function missingChannels(config: ChannelConfig, { say }: Pick<Wording, 'say'>): string[] {
  const setUp = channelsSetUp(config)
  return [
    ...(setUp.includes('email') ? [] : [say('notifications.noEmail')]),
    ...(setUp.includes('push') ? [] : [say('notifications.pushNeedsHttps')]),
  ]
}

/**
 * The form of one channel.
 * @param values what is stored or typed; empty for the first time
 */
export function channelFormView(
  id: ChannelId,
  facts: {
    values: ChannelValues
    faults: readonly FieldError[]
    /** Whether it is filled in, so that it can be removed. */
    isStored: boolean
    wording: Wording
  },
) {
  const { values, faults, isStored, wording } = facts
  const { say } = wording
  const { name: title, fields, what } = channelOf(id)
  return {
    id,
    title: say(title),
    what: what === undefined ? '' : say(what),
    fields: fields.map(({ name, label, hint, type, initial }) =>
      fieldView(
        name,
        {
          label: say(label),
          hint: hint && say(hint),
          input: type === 'text' ? 'code' : type,
          most: mostText,
        },
        { value: values[name] ?? initial?.() ?? '', faults: faults.map(said(wording)) },
      ),
    ),
    isStored,
  }
}

/** What a person typed into the form of a channel, and what is wrong with it. */
export function readChannelForm(id: ChannelId, body: TypedForm, config: ChannelConfig) {
  const { fields } = channelOf(id)
  const values = Object.fromEntries(fields.map(({ name }) => [name, oneValue(body, name).trim()]))
  const faults = fields.flatMap(({ name, required = false, fault: faultOf }) => {
    const value = values[name] ?? ''
    const missing = required ? 'channelError.missing' : undefined
    const wrong = value === '' ? missing : faultOf?.(value, config)
    return wrong === undefined ? [] : fieldError(name, message(wrong))
  })
  return { values, faults }
}
