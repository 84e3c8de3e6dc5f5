import type { VaultClient } from '../../src/index.ts'
import type { Answer } from '../scripted-host.ts'

/** One endpoint: how it is called, what must be sent, and what answers mean. */
export interface Row {
  readonly path: string
  readonly call: (client: VaultClient, host: string) => Promise<unknown>
  readonly sent: object
  /** Each shape that hosts answer with, and what the caller gets. */
  readonly shapes: readonly (readonly [answer: Answer, result: unknown])[]
  /** Answers that are no success, and their kinds, besides those that every endpoint must tell. */
  readonly failures: readonly (readonly [answer: Answer, name: string])[]
  /** An answer of the right form that lacks what the contract promises. */
  readonly misshapen?: object
}

/** A refusal as hosts of publish and site calls send it. */
export const published = (error: string, code: string) => ({
  error,
  code,
  message: error,
  msg: error,
})

export const site = (host: string) => ({ id: 'site-1', host })
