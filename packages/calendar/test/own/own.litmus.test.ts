import { run } from '@night-routine/servers'
import t from 'tap'
import { served } from './served.ts'

const calendar = '/dav/calendars/nights/'

// litmus makes a folder for its files, which here is the calendar itself, and writes files of plain text, which become
// events and plain text again. Everything else passes as it is.
const eventWith = (uid: string, body: string) =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${uid}\nX-FILE:${Buffer.from(body).toString('base64')}\nEND:VEVENT\nEND:VCALENDAR\n`
const fileIn = (event = '') =>
  Buffer.from(/X-FILE:(\S+)/.exec(event)?.[1] ?? '', 'base64').toString()

/** There are no folders, and the properties of apps are theirs to keep. */
const refused = ['delete_fragment', 'mkcol', 'mkcol_with_body', 'propget', 'propmove']
const offered =
  `options put_get put_get_utf8_segment put_no_parent mkcol_over_plain delete delete_null mkcol_no_parent
  propfind_invalid propfind_invalid2 propfind_d0 propinit propset propextended propdeletes propreplace propnullns
  prophighunicode propremoveset propsetremove propvalnspace propwformed propmanyns propcleanup expect100`.split(
    /\s+/,
  )

t.test('litmus finds what a calendar offers of WebDAV, and the rest refused', async t => {
  const { account } = await served(t, async (asked, answer) => {
    const { method, path, body } = asked
    const folder = `${calendar}litmus/`
    if (path === folder && method === 'MKCOL') return { status: 201 }
    if (path === folder && method === 'DELETE') return { status: 204 }
    const given = { ...asked, path: path.replace(folder, calendar) }
    const reply = await answer(method === 'PUT' ? { ...given, body: eventWith(path, body) } : given)
    const text = method === 'GET' ? fileIn(reply.body) : reply.body?.replaceAll(calendar, folder)
    return { ...reply, body: text ?? '' }
  })
  const program = 'TESTS="basic props http" litmus -k "$0" || true'
  const printed = await run('sh', ['-c', program, new URL(calendar, account.url).href], {
    cwd: t.testdir(),
  })
  // "\r 3. put_get............... pass", perhaps with a warning between.
  const outcome = /\d+\. (\w+)\.* (?:WARNING[^\n]*\n[ .]*)?(pass|FAIL)/g
  const names = { pass: new Set<string>(), FAIL: new Set<string>() }
  for (const [, name = '', how] of printed.matchAll(outcome))
    names[how === 'pass' ? 'pass' : 'FAIL'].add(name)
  t.same([...names.FAIL], refused, printed)
  t.notMatch(printed, /parse error/)
  for (const frame of ['init', 'begin', 'finish', 'propget']) names.pass.delete(frame)
  t.same([...names.pass], offered)
})
