import { GoogleError, invalidParameter } from '../google-error.ts'
import { flag, instant, positiveInteger, text, texts } from './parameters.ts'
import type { Query } from './parameters.ts'

export interface ListQuery {
  maxResults: number
  pageToken: string | undefined
  syncToken: string | undefined
  showDeleted: boolean | undefined
  singleEvents: boolean
  timeMin: Temporal.Instant | undefined
  timeMax: Temporal.Instant | undefined
  privateProperties: [string, string][]
}

/** Google has them; here nobody asks for them. */
const notEmulated = ['iCalUID', 'orderBy', 'q', 'sharedExtendedProperty', 'updatedMin']
const refusedWithSyncToken = [...notEmulated, 'privateExtendedProperty', 'timeMin', 'timeMax']

/**
 * The parameters of events.list, from
 * https://developers.google.com/workspace/calendar/api/v3/reference/events/list.
 *
 * @throws GoogleError 400 for a malformed value or a combination that Google refuses
 */
export function readListQuery(query: Query): ListQuery {
  const list: ListQuery = {
    maxResults: Math.min(positiveInteger(query, 'maxResults') ?? 250, 2500),
    pageToken: text(query, 'pageToken'),
    syncToken: text(query, 'syncToken'),
    showDeleted: flag(query, 'showDeleted'),
    singleEvents: flag(query, 'singleEvents') ?? false,
    timeMin: instant(query, 'timeMin'),
    timeMax: instant(query, 'timeMax'),
    privateProperties: properties(query, 'privateExtendedProperty'),
  }
  if (list.syncToken !== undefined) refuseRestrictions(query, list)
  const foreign = notEmulated.find(name => texts(query, name).length > 0)
  if (foreign !== undefined) throw invalidParameter(foreign, 'The emulator does not know this.')
  if (list.timeMin && list.timeMax && Temporal.Instant.compare(list.timeMin, list.timeMax) >= 0) {
    throw invalidParameter('timeMax', 'The specified time range is empty.')
  }
  return list
}

/** Everything but paging, which must be the same for every page. */
export function fingerprint(list: ListQuery): string {
  const { maxResults: _size, pageToken: _page, ...rest } = list
  return JSON.stringify(rest)
}

function refuseRestrictions(query: Query, list: ListQuery): void {
  const refused = refusedWithSyncToken.some(name => texts(query, name).length > 0)
  if (refused || list.showDeleted === false) {
    throw new GoogleError(
      400,
      'syncTokenWithRequestRestrictions',
      'Sync token cannot be used with other request restrictions.',
      { domain: 'calendar', location: 'syncToken', locationType: 'parameter' },
    )
  }
}

function properties(query: Query, name: string): [string, string][] {
  return texts(query, name).map(constraint => {
    const at = constraint.indexOf('=')
    if (at < 1) throw invalidParameter(name, `Invalid value for: ${name}: '${constraint}'`)
    return [constraint.slice(0, at), constraint.slice(at + 1)]
  })
}
