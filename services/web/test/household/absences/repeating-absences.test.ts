import { transaction } from '@night-routine/database/connection'
import { insertRepeatingAbsence, readRepeatingAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { householdPage } from '../settings/household-page.ts'

const add = '/settings/absences/repeating'
const save = { step: 'save' }

function form(fields: Record<string, string | string[]>, { step = '' } = {}) {
  const typed = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map(value => [`repeating.${name}`, value]),
  )
  return new URLSearchParams([...typed, ['step', step]])
}

t.test('an absence that repeats is previewed, saved, listed, undone and removed', async t => {
  const { web, browser, today, nights, contents, pushes } = await householdPage(t)
  const from = today.add({ days: 8 - today.dayOfWeek })
  const typed = {
    parent: 'a',
    weekdays: ['1', '2', '3', '4'],
    everyWeeks: '2',
    from: from.toString(),
    to: '',
  }
  const [before, requests] = [await contents(), await pushes()]
  t.match((await browser.get('/settings')).body, '<details id="repeating">', 'folded')

  const preview = await browser.post(add, form(typed))
  t.equal(preview.statusCode, 200)
  t.equal(await contents(), before, 'a preview writes nothing')
  t.match(preview.body, '<details id="repeating" open>')
  t.match(preview.body, /autofocus>What would change/)
  t.ok((preview.body.match(/<li class="move">/g) ?? []).length > 0)
  t.match(preview.body, `name="repeating.from" value="${from.toString()}"`)
  t.match(preview.body, '<option value="2" selected>Every other week</option>')
  t.equal(preview.body.match(/name="repeating\.weekdays" value="\d" checked/g)?.length, 4)

  const saved = await browser.post(add, form(typed, save))
  t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
  const inWeek = async (days: number) =>
    (await nights())
      .filter(({ night }) => {
        const after = from.add({ days }).until(night).days
        return after >= 0 && after < 4
      })
      .map(({ caregiver }) => caregiver)
      .join('')
  t.same([await inWeek(0), await inWeek(14)], ['bbbb', 'bbbb'])
  t.match(await inWeek(7), 'a', 'the week between is as free as before')
  t.ok(Number(await pushes()) > Number(requests))
  const { body } = await browser.get('/settings')
  const [known] = await readRepeatingAbsences(web.db)
  t.match(body, /Every other week, Mon–Thu, from \w+ \d+ \w+</)
  t.match(body, `name="absence_id" value="${known?.id}"`)
  t.match((await browser.get('/history')).body, /Alex is away every other week, Mon–Thu, from /)
  const cell = (await browser.get(`/?month=${from.toPlainYearMonth().toString()}`)).body
  t.match(cell, ': Robin')
  t.notMatch(cell, 'Alex away', 'what comes every other week is no trip')

  const change = /name="change" value="([^"]+)"/.exec(body)?.[1] ?? ''
  await browser.post('/changes/undo', { change, return: '/settings' })
  t.same(await readRepeatingAbsences(web.db), [])
  t.match(
    (await browser.get('/history')).body,
    /You undid: Alex is no longer away every other week, Mon–Thu, from /,
  )
  await browser.post(add, form(typed, save))
  const [again] = await readRepeatingAbsences(web.db)
  const remove = () => browser.post(`${add}/remove`, { absence_id: String(again?.id) })
  t.equal((await remove()).statusCode, 302)
  t.same(await readRepeatingAbsences(web.db), [])
  t.match((await browser.get('/settings')).body, 'Absence removed. ')
  await remove()
  t.match((await browser.get('/settings')).body, 'Nothing to change.')
})

t.test('a roster is drawn before it is saved, and told in words', async t => {
  const { web, browser, today } = await householdPage(t)
  const from = today.add({ days: 3 })
  const typed = {
    parent: 'a',
    weekdays: [],
    everyWeeks: '2',
    cycle: '4, 2',
    from: from.toString(),
    to: '',
  }
  const { body: preview } = await browser.post(add, form(typed))
  const drawn = preview.slice(preview.indexOf('id="six-weeks"'))
  const cells = [...drawn.matchAll(/<td class="is-(\w+)">/g)].map(([, kind]) => kind)
  t.equal(cells.length, 42)
  const lead = cells.indexOf('a')
  t.equal(lead, from.dayOfWeek - 1, 'the week of the first night')
  const marks = cells.slice(lead, lead + 12).map(kind => (kind === 'a' ? 'x' : '-'))
  t.equal(marks.join(''), 'xxxx--xxxx--')
  t.match(drawn, /<bdi>Alex<\/bdi>: on a roster, 4 nights away, then 2 at home, from /)
  t.match(preview, 'name="repeating.cycle" value="4, 2"')
  t.same(await readRepeatingAbsences(web.db), [], 'nothing is saved')

  await browser.post(add, form({ ...typed, cycle: '2 2 3 2 2 3' }, save))
  t.match(await readRepeatingAbsences(web.db), [
    { weekdays: [], everyWeeks: 1, cycle: [2, 2, 3, 2, 2, 3] },
  ])
  const words = '2 nights away, then 2 at home, 3 away, 2 at home, 2 away, 3 at home, from'
  t.match((await browser.get('/settings')).body, `On a roster, ${words}`)
  t.match((await browser.get('/history')).body, `Alex is away on a roster, ${words}`)
  await browser.post('/you/language', { language: 'fr' })
  t.match(
    (await browser.get('/settings')).body,
    /Par roulement, 2 nuits d’absence, puis 2 à la maison, 3 d’absence, 2 à la maison, 2 d’absence, 3 à la maison, dès le /,
  )
})

t.test('shows faults beside their fields and keeps what was typed', async t => {
  const { web, browser, today, contents } = await householdPage(t)
  const [past, next] = [today.subtract({ days: 30 }).toString(), today.add({ days: 3 }).toString()]
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  await transaction(web.db, trx =>
    insertRepeatingAbsence(trx, { parent: 'b', weekdays, everyWeeks: 1, from: today, to: null }),
  )
  const good = { parent: 'b', weekdays: ['1'], everyWeeks: '1', cycle: '', from: next, to: '' }
  const before = await contents()
  const rows: [Partial<Record<keyof typeof good, string | string[]>>, string, string][] = [
    [{ parent: '' }, 'parent', 'Choose who is away.'],
    [{ from: '' }, 'from', 'Enter a date such as'],
    [{ to: '2026-02-30' }, 'to', 'Enter a date such as'],
    [{ weekdays: [] }, 'weekdays', 'Tick at least one weekday.'],
    [{ weekdays: ['8'] }, 'weekdays', 'A weekday is a number'],
    [
      { everyWeeks: '9' },
      'everyWeeks',
      'An absence can repeat every week, or up to every 8 weeks.',
    ],
    [
      { everyWeeks: 'x' },
      'everyWeeks',
      'An absence can repeat every week, or up to every 8 weeks.',
    ],
    [{ cycle: '4, 2' }, 'cycle', 'Tick weekdays, or enter a roster, but not both.'],
    [{ weekdays: [], cycle: '4' }, 'cycle', 'Enter a roster as nights away and nights at home'],
    [{ weekdays: [], cycle: 'x' }, 'cycle', 'Enter a roster as nights away and nights at home'],
    [{ to: past }, 'to', 'The last night can’t be before the first'],
    [{ from: past, to: past }, 'to', 'These nights are over'],
    [{ parent: 'a' }, 'weekdays', 'That leaves no one for nights such as'],
  ]
  for (const step of ['save', 'preview'])
    for (const [wrong, field, text] of rows) {
      const { statusCode, body } = await browser.post(add, form({ ...good, ...wrong }, { step }))
      const at = `${step} ${JSON.stringify(wrong)}`
      t.equal(statusCode, 400, at)
      t.ok(body.includes(`id="repeating.${field}-fault">${text}`), at)
      t.ok(body.includes(`<a href="#repeating.${field}">${text}`), at)
      t.match(body, '<details id="repeating" open>')
      t.equal(body.match(/ autofocus/g)?.length, 1, at)
    }
  for (const absence_id of ['', 'x', '0', '1e3'])
    t.equal((await browser.post(`${add}/remove`, { absence_id })).statusCode, 400)
  t.equal(await contents(), before)
})
