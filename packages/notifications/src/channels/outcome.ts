/** One attempt to send. `retry` may work later, `gone` has lost its device, and `give-up` is refused for good. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; code: string; afterSeconds: number | null }
  | { kind: 'gone' | 'give-up'; code: string }

const seconds = { first: 30, most: 3600 }

/** When to try again after the nth attempt: 30 s, doubled each time, at most an hour. */
export function retrySeconds(attempts: number, afterSeconds: number | null): number {
  const own = Math.min(seconds.most, seconds.first * 2 ** (Math.max(1, attempts) - 1))
  return Math.max(own, afterSeconds ?? 0)
}
