import { channelOf, type ChannelContext, type ChannelId } from '@night-routine/notifications'
import type { Senders } from './deliver.ts'

/** What sends by each of these channels. Opened for each run: push gets its keys with the first subscription. */
export async function openChannels(setUp: readonly ChannelId[], context: ChannelContext) {
  const senders: Senders = {}
  for (const id of setUp) {
    const send = await channelOf(id).open(context)
    if (send !== undefined) senders[id] = send
  }
  return senders
}
