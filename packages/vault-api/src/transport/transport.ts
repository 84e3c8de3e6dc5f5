import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswer, type Question } from '../answers/judge.ts'
import { VaultError } from '../errors.ts'
import { sendOnce, type StreamedBody } from './send-once.ts'
import type { TimeLimits } from './time-limits.ts'
import { waitBeforeRepeat, type Patience, type Repeat } from './waits.ts'

/** A request, whatever it takes to get an answer. */
export interface Request {
  readonly question: Question
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Opens the body; called for each attempt. */
  readonly open: (attempt: number) => string | StreamedBody
  readonly bytes: number
  readonly repeat: Repeat
  readonly signal: AbortSignal | undefined
}

/** A request that failed and will be sent again. */
export interface Retry {
  readonly endpoint: string
  /** Which attempt failed, from 1. */
  readonly attempt: number
  readonly waitMs: number
  readonly error: VaultError
}

export interface TransportOptions {
  readonly patience: Patience
  readonly timeLimits: TimeLimits
  readonly headers: Readonly<Record<string, string>>
  readonly onRetry: ((retry: Retry) => void) | undefined
}

export interface Success {
  readonly body: object
  /** How often the request was sent. */
  readonly attempts: number
}

/** Sends a request until it has an answer, patience ends or the signal aborts. */
export async function send(request: Request, options: TransportOptions): Promise<Success> {
  for (let attempt = 1; ; attempt += 1) {
    request.signal?.throwIfAborted()
    try {
      return { body: await attemptOnce(request, attempt, options), attempts: attempt }
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      const { patience } = options
      const chance = Math.random()
      const waitMs = waitBeforeRepeat(error, { attempt, repeat: request.repeat, patience, chance })
      if (waitMs === null) throw error
      options.onRetry?.({ endpoint: request.question.endpoint, attempt, waitMs, error })
      await pause(waitMs, request.signal)
    }
  }
}

async function attemptOnce(request: Request, attempt: number, options: TransportOptions) {
  const answer = await sendOnce({
    endpoint: request.question.endpoint,
    url: request.url,
    headers: { ...options.headers, ...request.headers },
    body: request.open(attempt),
    bytes: request.bytes,
    ownConnection: request.repeat === 'unsent',
    timeLimits: options.timeLimits,
    signal: request.signal,
  })
  const judgement = judgeAnswer(answer, request.question, Date.now())
  if ('error' in judgement) throw judgement.error
  return judgement.body
}

async function pause(milliseconds: number, signal: AbortSignal | undefined) {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch {
    signal?.throwIfAborted()
  }
}
