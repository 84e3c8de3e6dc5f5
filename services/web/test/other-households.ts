import { createServer } from 'node:http'
import { once } from 'node:events'
import type { Test } from 'tap'
import { openAddress } from './listening-web.ts'
import { runWeb } from './running-web.ts'
import { browserOf, webWithCredentials } from './web-with-credentials.ts'

const unset = undefined as never

/** A household that has no names yet, and chose no calendar. */
export async function newHousehold(t: Pick<Test, 'teardown'>) {
  const { origin, serve } = await openAddress(t)
  const unnamed = { PARENT_A: unset, PARENT_B: unset, TIME_ZONE: unset }
  const web = await runWeb(t, { ...unnamed, PUBLIC_URL: origin })
  serve(web.service)
  return { web, origin }
}

/** A household whose people have accounts of the installation, and whose calendars are on a server of its own. */
export async function ownHousehold(t: Pick<Test, 'teardown'>, more: Record<string, string> = {}) {
  const calendars = await calendarServer(t)
  const { origin, serve } = await openAddress(t, 'localhost')
  const web = await webWithCredentials(t, {
    PUBLIC_URL: origin,
    CALDAV_URL: calendars.url,
    SMTP_URL: 'smtp+plain://127.0.0.1:9',
    TIME_ZONE: 'Europe/Paris',
    ...more,
  })
  serve(web.service)
  return { ...web, origin, calendars, alex: browserOf(web.service) }
}

const spaces = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
const property = {
  home: '<C:calendar-home-set><href>/cal/</href></C:calendar-home-set>',
  isCalendar: '<resourcetype><collection/><C:calendar/></resourcetype>',
}

const response = (path: string, properties: string) =>
  `<response><href>${path}</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`

/** A calendar server that only lists its calendars. */
async function calendarServer(t: Pick<Test, 'teardown'>) {
  const listed: { id: string; name: string; writable: boolean }[] = []
  const server = createServer((request, answer) => {
    const found =
      request.url === '/'
        ? response('/', property.home)
        : listed.map(({ id, name, writable }) => {
            const can = `<current-user-privilege-set><privilege><${writable ? 'write' : 'read'}/></privilege></current-user-privilege-set>`
            const properties = `${property.isCalendar}<displayname>${name}</displayname>${can}`
            return response(`/cal/${id}/`, properties)
          })
    answer.writeHead(207, { 'content-type': 'application/xml' })
    answer.end(`<multistatus ${spaces}>${[found].flat().join('')}</multistatus>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  return { url: `http://127.0.0.1:${port}/`, listed }
}
