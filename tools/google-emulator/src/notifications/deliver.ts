import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedDelivery } from '../control/contract.ts'
import type { Channel } from '../state/state.ts'
import { judgeAnswer, messageHeaders } from './message.ts'
import type { Message } from './message.ts'
import { post } from './post.ts'

const attemptsAtMost = 8

/** A message in delivery; tests see its record. */
export interface Parcel {
  channel: Channel
  message: Message
  record: RecordedDelivery
}

export interface Conditions {
  retryBaseMilliseconds: number
  signal: AbortSignal
}

/** Sends a message; resolves after the first attempt, and retries in the background. */
export async function deliver(parcel: Parcel, conditions: Conditions): Promise<void> {
  await attempt(parcel, conditions.signal)
  if (parcel.record.outcome === 'retrying') void retry(parcel, conditions)
}

/** Exponential back-off: the wait doubles with each attempt, until the emulator gives up. */
async function retry(parcel: Parcel, { retryBaseMilliseconds, signal }: Conditions) {
  const { record } = parcel
  while (record.outcome === 'retrying' && record.attempts < attemptsAtMost && !signal.aborted) {
    await pause(retryBaseMilliseconds * 2 ** (record.attempts - 1), signal)
    await attempt(parcel, signal)
  }
  if (record.outcome === 'retrying') record.outcome = 'lost'
}

async function attempt({ channel, message, record }: Parcel, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  record.attempts += 1
  record.status = await post(channel.address, messageHeaders(channel, message), signal)
  record.outcome = judgeAnswer(record.status)
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // An aborted pause just ends: the caller looks at the signal.
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
}
