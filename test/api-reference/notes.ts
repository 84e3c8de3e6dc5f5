/** What a successful request returns. */
export type Gives =
  'json' | 'page' | 'redirect' | 'calendar' | 'table' | 'stream' | 'file' | 'empty'

/** What the schema of an endpoint does not say. */
export interface Note {
  says: string
  gives: Gives
  takes?: 'bytes'
  /** Its headers, without their configurable prefix. */
  headers?: Record<string, string>
}

/** By service, then by method and path. A missing or unused note is an error. */
export const notes: Record<string, Record<string, Note>> = {
  web: {
    'GET /api/assignment-details': {
      says:
        'Explains a night. `assignment_id` is a whole number from 1, in digits. An unassigned night has the ' +
        '`caregiver_type` `babysitter` and the `decision_reason` `Unavailability`; a booked babysitter ' +
        'has the reason `Override`.',
      gives: 'json',
    },
    'POST /api/assignment-babysitter': {
      says: 'Books a babysitter, locks the night, and plans the following nights again. The calendar is updated soon after.',
      gives: 'json',
    },
    'GET /status': {
      says: 'The status in a few words, and the revision of the home page.',
      gives: 'json',
    },
    'GET /status/events': {
      says: 'The status as an event stream, for open pages.',
      gives: 'stream',
    },
    'GET /': {
      says: 'The month; without a session, an introduction and the sign-in.',
      gives: 'page',
    },
    'GET /auth': {
      says: 'Starts the sign-in, at the consent screen of the provider.',
      gives: 'redirect',
    },
    'GET /oauth/callback': {
      says: 'The OAuth redirect address; leads to `/calendars`.',
      gives: 'redirect',
    },
    'POST /sign-out': { says: 'Ends the session.', gives: 'redirect' },
    'GET /calendars': { says: 'A list of calendars to choose from.', gives: 'page' },
    'POST /calendars/select': {
      says: 'Selects a calendar, plans, and has the worker fill it; waits up to 1.5 s for that.',
      gives: 'redirect',
    },
    'POST /calendars/disconnect': {
      says: 'Removes our events from the calendar and revokes the permission.',
      gives: 'redirect',
    },
    'POST /sync': {
      says: 'Plans, and syncs the calendar; waits up to 1.5 s for that.',
      gives: 'redirect',
    },
    'POST /nights/babysitter': {
      says: 'Books a babysitter, as the JSON endpoint does.',
      gives: 'redirect',
    },
    'POST /nights/give': { says: 'Gives a night to a parent, and locks it.', gives: 'redirect' },
    'POST /nights/swap': { says: 'Swaps two nights, and locks both.', gives: 'redirect' },
    'POST /nights/unlock': {
      says: 'Unlocks a night, so that it is planned again.',
      gives: 'redirect',
    },
    'POST /changes/undo': { says: 'Undoes the last change of nights.', gives: 'redirect' },
    'GET /history': { says: 'Who changed what, and when; newest first.', gives: 'page' },
    'GET /statistics': { says: 'Statistics of the last twelve months.', gives: 'page' },
    'GET /statistics.csv': { says: 'The statistics as CSV.', gives: 'table' },
    'POST /feed': { says: 'Creates a share link, and shows it once.', gives: 'page' },
    'POST /feed/:link/revoke': {
      says: 'Revokes a share link; `link` is its id.',
      gives: 'redirect',
    },
    'GET /feed/:link/calendar.ics': {
      says: 'The plan for calendar apps; `link` is the secret.',
      gives: 'calendar',
    },
    'GET /share/:link': {
      says: 'The plan as a read-only page; `link` is the secret.',
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
    'POST /settings/take-down': { says: 'Removes the published pages.', gives: 'redirect' },
    'POST /settings/site-password': {
      says: 'Sets the password for readers of the published site, or removes it with `remove`. An empty password changes nothing.',
      gives: 'redirect',
    },
    'POST /settings/new-address': {
      says: 'Gives the published site a new address.',
      gives: 'redirect',
    },
    'POST /sessions/end': { says: 'Signs out one session.', gives: 'redirect' },
    'POST /sessions/others': { says: 'Signs out all other sessions.', gives: 'redirect' },
    'POST /notices/dismiss': { says: 'Dismisses a notice.', gives: 'redirect' },
    'POST /notices/put-back': {
      says: 'Writes the events of an emptied calendar again.',
      gives: 'redirect',
    },
    'GET /help': { says: 'Help.', gives: 'page' },
    'GET /manifest.webmanifest': {
      says: 'The web app manifest, for installing it on a phone.',
      gives: 'file',
    },
    'GET /assets/:file': { says: 'Stylesheet, script and images.', gives: 'file' },
  },
  'webhook-ingest': {
    'POST /api/webhook/calendar': {
      says: 'Receives a notification from the calendar provider. The body is ignored.',
      gives: 'empty',
      headers: {
        'channel-id': 'The id of the channel.',
        'channel-token': 'The token of the channel.',
        'resource-id': 'The id of the watched resource.',
        'resource-state': '`exists`, `not_exists` or `sync`.',
        'resource-uri': 'The address of the watched resource.',
        'message-number': 'Logged only.',
      },
    },
  },
  vault: {
    'POST /user/signin': {
      says: 'Returns a token for e-mail, password and, if the account has one, a second factor.',
      gives: 'json',
    },
    'POST /user/signout': { says: 'Revokes a token.', gives: 'json' },
    'POST /user/info': { says: 'The profile of the caller.', gives: 'json' },
    'POST /vault/regions': { says: 'The regions for vaults.', gives: 'json' },
    'POST /vault/list': { says: 'The vaults of the caller.', gives: 'json' },
    'POST /vault/create': {
      says: 'Creates a vault. With a null `keyhash` the host generates the key.',
      gives: 'json',
    },
    'POST /vault/access': {
      says: 'Checks the key hash of a vault. `uid` is an alias of `vault_uid`.',
      gives: 'json',
    },
    'POST /publish/list': { says: 'The sites of the caller.', gives: 'json' },
    'POST /publish/create': {
      says: 'Creates a site. It has no public address until it has a slug.',
      gives: 'json',
    },
    'POST /api/slug': {
      says: 'Sets the slug of a site: 1 to 63 of `a-z`, `0-9` and `-`.',
      gives: 'json',
    },
    'POST /api/slugs': { says: 'The slugs of sites, by id.', gives: 'json' },
    'POST /api/options': {
      says: 'Reads the options of a site, or changes the given ones; `password` sets the password for readers, null removes it. An extension of the API.',
      gives: 'json',
    },
    'POST /api/list': { says: 'The files of a site.', gives: 'json' },
    'POST /api/upload': {
      says: 'Publishes a file. The body is its content.',
      gives: 'json',
      takes: 'bytes',
      headers: {
        token: 'The token.',
        id: 'The id of the site.',
        path: 'The path in the site, URL-encoded.',
        hash: 'SHA-256 of the content, in hex.',
      },
    },
    'POST /api/remove': { says: 'Deletes a file. The path is not URL-encoded.', gives: 'json' },
    'GET /': { says: 'A page that introduces this host.', gives: 'page' },
    'GET /s/:slug': { says: 'Redirects to the front page of a site.', gives: 'redirect' },
    'GET /s/:slug/*': {
      says: 'A published note as a page, or any other file unchanged. If the site has a password, a reader without its cookie or HTTP Basic gets 401 and a form.',
      gives: 'page',
    },
    'POST /s/:slug/*': {
      says: 'Checks the password from that form, sets the cookie, and redirects to the page.',
      gives: 'redirect',
    },
  },
}

/** The notes that every service has. */
export const healthNotes: Record<string, Note> = {
  'GET /healthz': { says: '200 while the process runs.', gives: 'json' },
  'GET /readyz': {
    says: '200 when ready, else 503; `checks` names what is missing.',
    gives: 'json',
  },
}
