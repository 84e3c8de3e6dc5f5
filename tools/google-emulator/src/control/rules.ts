import { setTimeout as sleep } from 'node:timers/promises'
import type { DelayRule, DropRule, FailRule, RequestMatch } from './contract.ts'

/** A fault, and how many requests it still applies to. */
export type Rule =
  | ({ kind: 'fail' } & FailRule)
  | ({ kind: 'delay' } & DelayRule)
  | ({ kind: 'drop' } & DropRule)

export interface Rules {
  add(rule: Rule): void
  clear(): void
  /** Waits as long as a delay says, or until `release`. */
  pause(milliseconds: number): Promise<void>
  release(): void
  /** The rules that apply to this request, each counted as used once. */
  take(request: { method: string; path: string; query: string }): Rule[]
}

export function createRules(): Rules {
  let waiting: { rule: Rule; left: number }[] = []
  let released = new AbortController()
  return {
    add: rule => {
      waiting.push({ rule, left: rule.count ?? Infinity })
    },
    clear: () => {
      waiting = []
    },
    pause: async milliseconds => {
      const { signal } = released
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined)
    },
    release: () => {
      released.abort()
      released = new AbortController()
    },
    take: request => {
      const met = waiting.filter(({ rule }) => meets(rule, request))
      for (const entry of met) entry.left -= 1
      waiting = waiting.filter(({ left }) => left > 0)
      return met.map(({ rule }) => rule)
    },
  }
}

function meets(
  rule: RequestMatch,
  { method, path, query }: { method: string; path: string; query: string },
): boolean {
  return (
    (rule.method === undefined || rule.method === method) &&
    new RegExp(rule.path).test(path) &&
    (rule.query === undefined || new RegExp(rule.query).test(query))
  )
}
