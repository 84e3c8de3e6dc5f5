import { GoogleError, invalidParameter } from '../google-error.ts'
import type { Provider } from '../state/provider.ts'

/** How far back sync tokens, tombstones and updatedMin reach. Google publishes no number. */
const memory = { hours: 28 * 24 }

interface SyncPosition {
  calendarId: string
  /** The client knows everything up to this revision. */
  revision: number
  singleEvents: boolean
}

interface SyncToken extends SyncPosition {
  epoch: string
  issued: number
}

/** The start of the next page, in the list as it was at `revision`. */
export interface PagePosition {
  after: string
  revision: number
  fingerprint: string
}

/** Deletions before this instant are forgotten. */
export function oldestRemembered(provider: Provider): Temporal.Instant {
  return provider.clock.now().subtract(memory)
}

export function writeSyncToken(provider: Provider, position: SyncPosition): string {
  const issued = provider.clock.now().epochMilliseconds
  return seal({ ...position, epoch: provider.state.syncEpoch, issued } satisfies SyncToken)
}

/**
 * @throws GoogleError 410 `fullSyncRequired` for a token that is unknown, of another calendar, or
 *   expired; 400 when the list is not asked for as it was the first time
 */
export function readSyncToken(
  provider: Provider,
  token: string,
  request: { calendarId: string; singleEvents: boolean },
): number {
  const position: SyncToken | null | undefined = unseal(token)
  if (
    !position ||
    position.calendarId !== request.calendarId ||
    position.epoch !== provider.state.syncEpoch ||
    position.issued < oldestRemembered(provider).epochMilliseconds
  ) {
    throw new GoogleError(
      410,
      'fullSyncRequired',
      'Sync token is no longer valid, a full sync is required.',
      { domain: 'calendar', location: 'syncToken', locationType: 'parameter' },
    )
  }
  if (position.singleEvents !== request.singleEvents) {
    throw invalidParameter('singleEvents', 'The request differs from the first of this sync.')
  }
  return position.revision
}

export function writePageToken(position: PagePosition): string {
  return seal(position)
}

/** @throws GoogleError 400 for a token that does not belong to this request */
export function readPageToken(token: string, fingerprint: string): PagePosition {
  const position: PagePosition | null | undefined = unseal(token)
  if (position?.fingerprint !== fingerprint) {
    throw invalidParameter('pageToken', 'Invalid page token value.')
  }
  return position
}

function seal(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** The content of a token; of any shape if the token is not one of ours. */
function unseal(token: string) {
  try {
    return JSON.parse(Buffer.from(token, 'base64url').toString())
  } catch {
    return undefined
  }
}
