import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServerError } from '../errors.ts'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait-for.ts'
import { dayAfter, type CalendarApp } from './app.ts'

// Runs inside Thunderbird, with its own modules.
const script = `
const [account, edits, ends] = arguments
const done = arguments[arguments.length - 1]
const { cal } = ChromeUtils.importESModule('resource:///modules/calendar/calUtils.sys.mjs')
const { CalEvent } = ChromeUtils.importESModule('resource:///modules/CalEvent.sys.mjs')
const day = date => cal.createDateTime(date.replaceAll('-', ''))
async function work() {
  const { username, password, url, calendarId } = account
  const login = Cc['@mozilla.org/login-manager/loginInfo;1'].createInstance(Ci.nsILoginInfo)
  login.init(new URL(url).origin, null, 'Night Routine', username, password, '', '')
  await Services.logins.addLoginAsync(login)
  const made = cal.manager.createCalendar('caldav', Services.io.newURI(new URL(calendarId, url).href))
  made.name = 'nights'
  made.setProperty('username', username)
  made.setProperty('cache.enabled', true)
  cal.manager.registerCalendar(made)
  const calendar = cal.manager.getCalendars().find(({ name }) => name === 'nights')
  const list = () => calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null)
  while ((await list()).length < 30) await new Promise(next => setTimeout(next, 100))
  const titles = (await list()).map(({ title }) => title)
  async function edit(id, values) {
    const old = await calendar.getItem(id)
    await calendar.modifyItem(Object.assign(old.clone(), values), old)
  }
  await edit(edits.move.id, { startDate: day(edits.move.date), endDate: day(ends.move) })
  await calendar.deleteItem(await calendar.getItem(edits.remove))
  const own = new CalEvent()
  Object.assign(own, { id: 'thunderbird', title: edits.add.title })
  Object.assign(own, { startDate: day(edits.add.date), endDate: day(ends.add) })
  await calendar.addItem(own)
  await edit(edits.retitle.id, { title: edits.retitle.title })
  return titles
}
work().then(titles => done({ titles }), error => done({ error: String(error) }))
`

/** Thunderbird without a window, steered by Marionette. */
export const thunderbird: CalendarApp = async (account, edits) => {
  const profile = await mkdtemp(join(tmpdir(), 'night-routine-thunderbird-'))
  const port = await freePort()
  await writeFile(join(profile, 'user.js'), `user_pref('marionette.port', ${port});\n`)
  const program = ['thunderbird', '--headless', '--no-remote', '--profile', profile]
  const args = [`HOME=${profile}`, ...program, '--marionette', '--remote-allow-system-access']
  const child = spawn('env', args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    const command = await marionette(port)
    await command('WebDriver:NewSession', {})
    await command('Marionette:SetContext', { value: 'chrome' })
    await command('WebDriver:SetTimeouts', { script: 60_000 })
    const ends = { move: dayAfter(edits.move.date), add: dayAfter(edits.add.date) }
    const { value } = await command('WebDriver:ExecuteAsyncScript', {
      script,
      args: [account, edits, ends],
    })
    if (value.titles === undefined) throw new ServerError(`Thunderbird: ${value.error}`)
    return value.titles
  } finally {
    child.kill()
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 3 })
  }
}

interface Outcome {
  value: { titles?: string[]; error?: string }
}

/** Commands of Marionette, whose messages are JSON behind their length: `18:[0,1,"Name",{}]`. */
async function marionette(port: number) {
  const socket = await waitFor('Thunderbird', async () => {
    const opening = connect(port, '127.0.0.1')
    return once(opening, 'connect').then(
      () => opening,
      () => false as const,
    )
  })
  let received = Buffer.alloc(0)
  const message = async (): Promise<unknown> => {
    while (true) {
      const colon = received.indexOf(':')
      const length = Number(received.subarray(0, colon))
      const end = colon + 1 + length
      if (colon > 0 && received.length >= end) {
        const body = received.subarray(colon + 1, end)
        received = received.subarray(end)
        return JSON.parse(body.toString('utf8'))
      }
      const [chunk] = await once(socket, 'data')
      received = Buffer.concat([received, chunk])
    }
  }
  await message()
  let id = 0
  return async (name: string, given: object): Promise<Outcome> => {
    const sent = JSON.stringify([0, (id += 1), name, given])
    socket.write(`${Buffer.byteLength(sent)}:${sent}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const [, , error, outcome] = (await message()) as [1, number, object | null, Outcome]
    if (error !== null) throw new ServerError(`${name}: ${JSON.stringify(error)}`)
    return outcome
  }
}
