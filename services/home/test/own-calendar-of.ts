import type { Composed, visitorOf } from './composed-at.ts'

/** The own calendar, with a new password of a calendar app. */
export async function ownCalendarOf(
  home: Pick<Composed, 'url'>,
  visitor: Awaited<ReturnType<typeof visitorOf>>,
) {
  await visitor.confirmed('/you/calendar-apps', {})
  const page = await (await visitor.ask('/you/calendar-apps')).text()
  const [, password = ''] = /value="((?:[a-z2-9]{4}-?){4})"/.exec(page) ?? []
  const url = `${home.url}/dav/`
  const username = 'alex@example.com'
  const calendarId = '/dav/calendars/nights/'
  return { url, home: `${url}calendars/`, username, password, calendarId }
}
