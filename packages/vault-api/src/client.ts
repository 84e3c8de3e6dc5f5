import { readAddresses, type VaultAddresses } from './addresses.ts'
import type { Session } from './endpoints/call.ts'
import { fileCalls } from './endpoints/files.ts'
import { siteCalls } from './endpoints/sites.ts'
import { userCalls } from './endpoints/user.ts'
import { vaultCalls } from './endpoints/vaults.ts'
import { usualTimeLimits, type TimeLimits } from './transport/send-once.ts'
import { usualPatience, type OnRetry, type Patience } from './transport/send.ts'

export const version = '0.1.0'

/** What this client calls itself; some hosts refuse requests that do not say it. */
export const userAgent = `night-routine-vault-api/${version}`

export interface VaultClientOptions {
  readonly addresses: VaultAddresses
  readonly token?: string | undefined
  /** What the header names of an upload begin with. */
  readonly headerPrefix?: string | undefined
  /** Headers of every request, for hosts that ask for an `Origin` or another `User-Agent`. */
  readonly headers?: Readonly<Record<string, string>>
  readonly patience?: Partial<Patience>
  readonly timeLimits?: Partial<TimeLimits>
  /** Larger files are refused before they are sent, in bytes. */
  readonly largestFile?: number
  /** How many files are uploaded, or removed, at the same time: 16 unless given. At most 4 of them have more than a MiB. */
  readonly uploadsAtOnce?: number
  /** Called for each request that failed and will be retried. */
  readonly onRetry?: OnRetry
}

/** The largest file that the services of this kind take: 50 MiB. */
export const usualLargestFile = 50 * 1024 * 1024

export type VaultClient = ReturnType<typeof createVaultClient>

/** Creates a client for one account at one service. Sends nothing yet. @throws InvalidRequest for an invalid address */
export function createVaultClient(options: VaultClientOptions) {
  const session: Session = {
    bases: readAddresses(options.addresses),
    patience: { ...usualPatience, ...options.patience },
    timeLimits: { ...usualTimeLimits, ...options.timeLimits },
    headers: { 'user-agent': userAgent, ...Object.fromEntries(new Headers(options.headers)) },
    onRetry: options.onRetry,
    headerPrefix: options.headerPrefix ?? 'pub-',
    largestFile: options.largestFile ?? usualLargestFile,
    token: options.token ?? null,
  }
  return {
    user: userCalls(session),
    vaults: vaultCalls(session),
    sites: siteCalls(session),
    files: fileCalls(session, { atOnce: options.uploadsAtOnce ?? 16 }),
  }
}
