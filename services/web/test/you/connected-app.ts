import { calendarPerson } from '@night-routine/servers/caldav'
import type { Test } from 'tap'
import { browserOf, firstPerson, webWithCredentials } from '../web-with-credentials.ts'

const nowhere = { CALDAV_URL: '', CALDAV_USERNAME: '', CALDAV_PASSWORD: '' }
const settings = { CALENDAR: 'own', ...nowhere, PARENT_A: 'Alex', PARENT_B: 'Robin' }
export const calendar = '/dav/calendars/nights/'

/** A first person, the password of their calendar app, and what it can do. */
export async function connected(t: Test) {
  const web = await webWithCredentials(t, settings)
  const browser = browserOf(web.service)
  await firstPerson(browser)
  const { body: page } = await browser.act('/you/calendar-apps')
  const [, password = ''] = /value="((?:[a-z2-9]{4}-?){4})"/.exec(page) ?? []
  const url = `${await web.service.listen({ host: '127.0.0.1', port: 0 })}/dav/`
  const account = { url, home: `${url}calendars/`, username: 'Alex@example.com', password }
  return { ...web, browser, page, account, person: calendarPerson(account) }
}
