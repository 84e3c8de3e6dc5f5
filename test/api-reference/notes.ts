/** What a request is answered with when all is well. */
export type Gives =
  'json' | 'page' | 'redirect' | 'calendar' | 'table' | 'stream' | 'file' | 'empty'

/** What no schema says of an endpoint. */
export interface Note {
  says: string
  gives: Gives
  takes?: 'bytes'
  /** Its headers, without the prefix that is a setting. */
  headers?: Record<string, string>
}

/** By service, then by method and path. The reference is not written while one is missing or left over. */
export const notes: Record<string, Record<string, Note>> = {
  web: {
    'GET /api/assignment-details': {
      says:
        'Why a night is whose. `assignment_id` is a whole number from 1, in digits. A night that ' +
        'nobody can do yet has the `caregiver_type` `babysitter` and the `decision_reason` `Unavailability`; the ' +
        'reason of a booked babysitter is `Override`.',
      gives: 'json',
    },
    'POST /api/assignment-babysitter': {
      says: 'Books a babysitter, fixes the night, and plans the nights after it again. The calendar follows.',
      gives: 'json',
    },
    'GET /status': {
      says: 'How things stand, in a few words, and the revision of what the home page shows.',
      gives: 'json',
    },
    'GET /status/events': {
      says: 'The same as a stream of events, for a page that stays open.',
      gives: 'stream',
    },
    'GET /': { says: 'The month; without a session, what this is and the way in.', gives: 'page' },
    'GET /auth': { says: 'To the consent screen of the provider.', gives: 'redirect' },
    'GET /oauth/callback': {
      says: 'Where the provider sends people back to; then `/calendars`.',
      gives: 'redirect',
    },
    'POST /sign-out': { says: 'Ends the session.', gives: 'redirect' },
    'GET /calendars': { says: 'The calendars to choose from.', gives: 'page' },
    'POST /calendars/select': {
      says: 'Chooses a calendar, plans, and has it filled; waits for that up to 1.5 s.',
      gives: 'redirect',
    },
    'POST /calendars/disconnect': {
      says: 'Takes our events out of the calendar and gives the permission back.',
      gives: 'redirect',
    },
    'POST /sync': {
      says: 'Plans, and makes calendar and plan agree; waits for that up to 1.5 s.',
      gives: 'redirect',
    },
    'POST /nights/babysitter': { says: 'The form of the JSON endpoint.', gives: 'redirect' },
    'POST /nights/give': { says: 'Gives a night to a parent, and fixes it.', gives: 'redirect' },
    'POST /nights/swap': { says: 'Swaps two nights, and fixes both.', gives: 'redirect' },
    'POST /nights/unlock': {
      says: 'Leaves a fixed night to the planner again.',
      gives: 'redirect',
    },
    'POST /changes/take-back': { says: 'Undoes the last change of nights.', gives: 'redirect' },
    'GET /history': { says: 'Who changed what and when, newest first.', gives: 'page' },
    'GET /statistics': { says: 'The last twelve months.', gives: 'page' },
    'GET /statistics.csv': { says: 'The same as a table.', gives: 'table' },
    'POST /feed': { says: 'Makes a secret link, and shows it once.', gives: 'page' },
    'POST /feed/:link/revoke': { says: 'Ends a secret link; `link` is its id.', gives: 'redirect' },
    'GET /feed/:link/calendar.ics': {
      says: 'The plan for calendar programs; `link` is the secret.',
      gives: 'calendar',
    },
    'GET /share/:link': {
      says: 'The plan as a page, read-only; `link` is the secret.',
      gives: 'page',
    },
    'GET /settings': { says: 'Settings, absences, links and sessions.', gives: 'page' },
    'POST /settings': {
      says: 'Saves the settings, or shows what would change.',
      gives: 'redirect',
    },
    'POST /settings/absences': {
      says: 'Adds an absence, or shows what would change.',
      gives: 'redirect',
    },
    'POST /settings/absences/remove': { says: 'Removes an absence.', gives: 'redirect' },
    'POST /settings/take-down': { says: 'Takes the published pages down.', gives: 'redirect' },
    'POST /settings/site-password': {
      says: 'Sets the password for readers of the published site, or removes it with `remove`. Empty changes nothing.',
      gives: 'redirect',
    },
    'POST /settings/new-address': {
      says: 'Gives the published site another address.',
      gives: 'redirect',
    },
    'POST /sessions/end': { says: 'Ends one session.', gives: 'redirect' },
    'POST /sessions/others': { says: 'Ends all other sessions.', gives: 'redirect' },
    'POST /notices/dismiss': { says: 'Puts a notice away.', gives: 'redirect' },
    'POST /notices/put-back': { says: 'Fills an emptied calendar again.', gives: 'redirect' },
    'GET /help': { says: 'Help.', gives: 'page' },
    'GET /manifest.webmanifest': {
      says: 'What a phone needs to put this on its start screen.',
      gives: 'file',
    },
    'GET /assets/:file': { says: 'Stylesheet, script and pictures.', gives: 'file' },
  },
  'webhook-ingest': {
    'POST /api/webhook/calendar': {
      says: 'Takes a notification of the calendar provider. A body is thrown away.',
      gives: 'empty',
      headers: {
        'channel-id': 'The id of the channel.',
        'channel-token': 'The token that the channel was made with.',
        'resource-id': 'What is watched, in the words of the provider.',
        'resource-state': '`exists`, `not_exists` or `sync`.',
        'resource-uri': 'Its address at the provider.',
        'message-number': 'Goes into the log, and decides nothing.',
      },
    },
  },
  vault: {
    'POST /user/signin': {
      says: 'Gives a token for e-mail, password and, where the account has one, a second factor.',
      gives: 'json',
    },
    'POST /user/signout': { says: 'Ends a token.', gives: 'json' },
    'POST /user/info': { says: 'The profile of the caller.', gives: 'json' },
    'POST /vault/regions': { says: 'The regions a vault can be in.', gives: 'json' },
    'POST /vault/list': { says: 'The vaults of the caller.', gives: 'json' },
    'POST /vault/create': {
      says: 'Makes a vault. With a null `keyhash` the host makes the key.',
      gives: 'json',
    },
    'POST /vault/access': {
      says: 'Whether the caller has the key of a vault. `uid` is another name of `vault_uid`.',
      gives: 'json',
    },
    'POST /publish/list': { says: 'The sites of the caller.', gives: 'json' },
    'POST /publish/create': {
      says: 'Makes a site, which nobody can read before it has a slug.',
      gives: 'json',
    },
    'POST /api/slug': {
      says: 'Sets the slug of a site: 1 to 63 of `a-z`, `0-9` and `-`.',
      gives: 'json',
    },
    'POST /api/slugs': { says: 'The slugs of sites, by their ids.', gives: 'json' },
    'POST /api/options': {
      says: 'Reads the options of a site, or changes those that are given; `password` sets what readers need, null removes it. Beyond the contract.',
      gives: 'json',
    },
    'POST /api/list': { says: 'The files of a site.', gives: 'json' },
    'POST /api/upload': {
      says: 'Publishes a file: its bytes are the body.',
      gives: 'json',
      takes: 'bytes',
      headers: {
        token: 'The token.',
        id: 'The id of the site.',
        path: 'The path in the site, URL-encoded.',
        hash: 'SHA-256 of the bytes, in hexadecimal digits.',
      },
    },
    'POST /api/remove': { says: 'Takes a file away. The path is not URL-encoded.', gives: 'json' },
    'GET /': { says: 'What this host is.', gives: 'page' },
    'GET /s/:slug': { says: 'To the front page of a site.', gives: 'redirect' },
    'GET /s/:slug/*': {
      says: 'A published note as a page; any other file as it is. Where the site has a password: 401 and a form, without its cookie or HTTP Basic.',
      gives: 'page',
    },
    'POST /s/:slug/*': {
      says: 'Takes the password of a site from that form, sets the cookie, and leads back to the page.',
      gives: 'redirect',
    },
  },
}

/** Of every service. */
export const healthNotes: Record<string, Note> = {
  'GET /healthz': { says: '200 while the process lives.', gives: 'json' },
  'GET /readyz': {
    says: '200 when it can serve, else 503; `checks` says what it waits for.',
    gives: 'json',
  },
}
