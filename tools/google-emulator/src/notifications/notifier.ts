import type { NotificationSettings, RecordedDelivery } from '../control/contract.ts'
import type { Clock } from '@night-routine/service'
import type { Channel } from '../state/state.ts'
import { deliver } from './deliver.ts'
import type { Parcel } from './deliver.ts'
import type { Message } from './message.ts'

const kept = 10_000

export interface Notifier {
  /** Notifies the live ones of these channels that their calendar changed. */
  notify(channels: readonly Channel[]): void
  /** The first message of a channel; resolves when the first attempt is over. */
  greet(channel: Channel): Promise<void>
  syncMessage(): 'before' | 'after'
  change(settings: NotificationSettings): void
  /** The latest deliveries, in the order in which their messages were made. */
  deliveries(): RecordedDelivery[]
  reset(): void
  /** Cancels all running deliveries. */
  close(): void
}

interface Settings extends Required<Omit<NotificationSettings, 'mode'>> {
  mode: 'deliver' | 'duplicate' | 'drop' | 'hold'
}

/** Sends push notifications over HTTP, or drops, holds or doubles them for a test. */
export function createNotifier(options: { clock: Clock; retryBaseMilliseconds: number }): Notifier {
  const usual: Settings = {
    mode: 'deliver',
    retryBaseMilliseconds: options.retryBaseMilliseconds,
    syncMessage: 'before',
  }
  let settings = usual
  let records: RecordedDelivery[] = []
  let held: Parcel[] = []
  let abort = new AbortController()

  async function dispatch(channel: Channel, state: Message['state']): Promise<void> {
    channel.messageNumber = nextNumber(channel)
    const message = { number: channel.messageNumber, state }
    switch (settings.mode) {
      case 'deliver':
        return send(pack(channel, message))
      case 'duplicate':
        await Promise.all([send(pack(channel, message)), send(pack(channel, message))])
        return undefined
      case 'drop':
        pack(channel, message).record.outcome = 'dropped'
        return undefined
      case 'hold': {
        const parcel = pack(channel, message)
        parcel.record.outcome = 'held'
        held.push(parcel)
        return undefined
      }
    }
  }

  function pack(channel: Channel, message: Message): Parcel {
    const record: RecordedDelivery = {
      channelId: channel.id,
      resourceId: channel.resourceId,
      messageNumber: message.number,
      state: message.state,
      address: channel.address,
      attempts: 0,
      status: null,
      outcome: 'pending',
    }
    records.push(record)
    if (records.length > kept) records.shift()
    return { channel, message, record }
  }

  function send(parcel: Parcel): Promise<void> {
    return deliver(parcel, { ...settings, signal: abort.signal })
  }

  async function sendInOrder(parcels: readonly Parcel[]): Promise<void> {
    for (const parcel of parcels) await send(parcel)
  }

  return {
    notify: channels => {
      const now = options.clock.now().epochMilliseconds
      for (const channel of channels) {
        if (!channel.stopped && channel.expiration > now) void dispatch(channel, 'exists')
      }
    },
    greet: channel => dispatch(channel, 'sync'),
    syncMessage: () => settings.syncMessage,
    change: ({ mode = settings.mode, ...change }) => {
      const release = mode === 'release' || mode === 'release-reversed'
      settings = { ...settings, ...change, mode: release ? 'deliver' : mode }
      if (settings.mode === 'hold') return
      const waiting = mode === 'release-reversed' ? held.toReversed() : held
      held = []
      if (settings.mode === 'drop') for (const { record } of waiting) record.outcome = 'dropped'
      else void sendInOrder(waiting)
    },
    deliveries: () => records,
    reset: () => {
      abort.abort()
      abort = new AbortController()
      settings = usual
      records = []
      held = []
    },
    close: () => abort.abort(),
  }
}

/** Starts with 1 and grows with gaps, because Google's numbers are not contiguous. */
function nextNumber({ messageNumber }: Channel): number {
  return messageNumber === 0 ? 1 : messageNumber + 1 + (messageNumber % 3)
}
