/** How a program calls the API: an example of each endpoint, and what does the same as each form of the pages. */

const bodies: Readonly<Record<string, string>> = {
  'POST /api/absences': '{"parent": "a", "from": "2026-12-24", "to": "2026-12-26"}',
  'POST /api/absence-calendars': `{"calendar": "'$CALENDAR'"}`,
  'POST /api/asks': `{"night": "'$DATE'", "word": "Choir"}`,
  'POST /api/asks/{id}/answer': '{"answer": "accept"}',
  'POST /api/assignment-babysitter': `{"assignment_id": '$NIGHT', "babysitter_name": "Maria"}`,
  'POST /api/night-ranges': `{"from": "'$DATE'", "to": "'$DATE'", "pattern": "turns"}`,
  'POST /api/nights/{id}/give': '{"to": "b"}',
  'POST /api/nights/{id}/swap': `{"with": '$OTHER_NIGHT'}`,
  'POST /api/nights/{id}/babysitter': '{"name": "Maria"}',
  'POST /api/nights/{id}/note': '{"note": "Bath first", "shared": true}',
  'POST /api/nights/{id}/weight': '{"weight": 2}',
  'POST /api/notices/{id}/answer': '{"answer": "babysitter"}',
  'PATCH /api/settings': '{"settings": {"lookAheadDays": 28}}',
  'PUT /api/site/password': '{"password": null}',
  'PATCH /api/you': '{"language": "fr"}',
}

const queries: Readonly<Record<string, string>> = {
  'GET /api/nights': '?from=2026-11-20&to=2026-12-19',
  'GET /api/balance': '?from=2026-01&to=2026-12',
  'GET /api/history': '?night=2026-11-20',
  'GET /api/assignment-details': '?assignment_id=$NIGHT',
}

/** The variable that stands for the parameter of an address. */
const variables: readonly (readonly [start: string, variable: string])[] = [
  ['/api/absences/', '$ABSENCE'],
  ['/api/repeating-absences/', '$ABSENCE'],
  ['/api/absence-calendars/', '$CALENDAR'],
  ['/api/asks/', '$ASK'],
  ['/api/changes/', '$CHANGE'],
  ['/api/nights/', '$NIGHT'],
  ['/api/notices/', '$NOTICE'],
]

/** The command that calls an endpoint; undefined for one that is not for programs with a token. */
export function curlOf(method: string, path: string): string | undefined {
  if (!path.startsWith('/api/')) return undefined
  const request = `${method} ${path}`
  const [, variable = ''] = variables.find(([start]) => path.startsWith(start)) ?? []
  const address = path.replace(/\{\w+\}/, variable) + (queries[request] ?? '')
  const body = bodies[request]
  const usual = body === undefined ? 'GET' : 'POST'
  return [
    'curl',
    ...(method === usual ? [] : [`-X ${method}`]),
    '--oauth2-bearer "$TOKEN"',
    ...(body === undefined ? [] : [`--json '${body}'`]),
    `"$URL${address}"`,
  ].join(' ')
}

const signsIn = 'only people sign in'
const letsIn = 'only people let others in'
const setsUp = 'only people choose the calendar'
const ofBrowser = 'about one browser'
const outlives = 'a link would outlive the token'
const makesToken = 'a token makes no other token'
const leadsAway = 'messages hold links that act'
const movesIn = 'only people move in'
const ofYou = '`PATCH /api/you`'

/** What a program calls in place of a form of the pages, or why there is nothing. */
export const inPlaceOf: Readonly<Record<string, string>> = {
  'POST /asks': '`POST /api/asks`',
  'POST /asks/answer': '`POST /api/asks/{id}/answer`',
  'POST /asks/withdraw': '`DELETE /api/asks/{id}`',
  'POST /asks/link': '`POST /api/asks/{id}/answer`',
  'POST /sign-out': signsIn,
  'POST /sessions/end': signsIn,
  'POST /sessions/others': signsIn,
  'POST /sessions/all': signsIn,
  'POST /calendars/disconnect': setsUp,
  'POST /calendars/make': setsUp,
  'POST /calendars/select': setsUp,
  'POST /feed': outlives,
  'POST /feed/{link}/show': 'only people manage links',
  'POST /feed/{link}/revoke': 'only people manage links',
  'POST /flash/close': ofBrowser,
  'POST /home-screen': ofBrowser,
  'POST /you/devices': ofBrowser,
  'POST /you/devices/renew': ofBrowser,
  'POST /you/devices/remove': ofBrowser,
  'POST /nights/babysitter': '`POST /api/nights/{id}/babysitter`',
  'POST /nights/give': '`POST /api/nights/{id}/give`',
  'POST /nights/swap': '`POST /api/nights/{id}/swap`',
  'POST /nights/lock': '`POST /api/nights/{id}/lock`',
  'POST /nights/unlock': '`POST /api/nights/{id}/unlock`',
  'POST /nights/note': '`POST /api/nights/{id}/note`',
  'POST /nights/range': '`POST /api/night-ranges`',
  'POST /nights/weight': '`POST /api/nights/{id}/weight`',
  'POST /changes/undo': '`POST /api/changes/{change}/undo`',
  'POST /notices/dismiss': '`POST /api/notices/{id}/dismiss`',
  'POST /notices/answer': '`POST /api/notices/{id}/answer`',
  'POST /notices/put-back': '`POST /api/notices/put-back`',
  'POST /notices/clock': 'for the person alone',
  'POST /unsubscribe': ofYou,
  'POST /you/data': 'for the person alone',
  'POST /you/secure': signsIn,
  'POST /you/seen': 'for the person alone',
  'POST /people/invitations': letsIn,
  'POST /people/invitations/{id}/revoke': letsIn,
  'POST /people/parent': 'only your own, by `PATCH /api/you`',
  'POST /people/remove': letsIn,
  'POST /you/channels/{channel}': leadsAway,
  'POST /you/channels/{channel}/remove': leadsAway,
  'POST /you/channels/{channel}/test': leadsAway,
  'POST /import': movesIn,
  'POST /import/nights': movesIn,
  'POST /you/tokens': makesToken,
  'POST /you/tokens/revoke': makesToken,
  'POST /settings/absences': '`POST /api/absences`',
  'POST /settings/absences/remove': '`DELETE /api/absences/{id}`',
  'POST /settings/absences/repeating': '`POST /api/absences`',
  'POST /settings/absences/repeating/remove': '`DELETE /api/repeating-absences/{id}`',
  'POST /settings/absences/calendar': '`POST /api/absence-calendars`',
  'POST /settings/absences/address': '`POST /api/absence-calendars`',
  'POST /settings/absences/calendar/remove': '`DELETE /api/absence-calendars/{id}`',
  'POST /settings/take-down': '`POST /api/site/take-down`',
  'POST /settings/new-address': '`POST /api/site/new-address`',
  'POST /settings/site-password': '`PUT /api/site/password`',
  'POST /settings': '`PATCH /api/settings`',
  'POST /settings/agreements': '`PATCH /api/settings`',
  'POST /settings/agreements/remove': '`PATCH /api/settings`',
  'POST /settings/time-zone': '`PATCH /api/settings`',
  'POST /sync': '`POST /api/sync`',
  'POST /you': ofYou,
  'POST /you/parent': ofYou,
  'POST /you/language': ofYou,
}
