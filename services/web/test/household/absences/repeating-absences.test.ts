import { transaction } from '@night-routine/database/connection'
import { insertRepeatingAbsence, readRepeatingAbsences } from '@night-routine/database/nights'
import t from 'tap'
import { plannedHousehold, undoIn } from '../../planned-household.ts'

const add = '/settings/absences/repeating'

t.test('absences that repeat, by forms', async t => {
  const { db, alex, today, nights, contents, pushes } = await plannedHousehold(t)
  const send = (fields: Record<string, string | string[]>, step = 'save') => {
    const typed = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map(value => [`repeating.${name}`, value]),
    )
    return alex.post(add, new URLSearchParams([...typed, ['step', step]]))
  }
  const page = async (path: string) => (await alex.get(path)).body

  await t.test('one is previewed, saved, listed, undone and removed', async t => {
    const from = today.add({ days: 8 - today.dayOfWeek })
    const weekdays = ['1', '2', '3', '4']
    const typed = { parent: 'a', weekdays, everyWeeks: '2', from: from.toString(), to: '' }
    const [before, requests] = [await contents(), await pushes()]
    t.match(await page('/settings'), '<details id="repeating">', 'folded')
    const preview = await send(typed, 'preview')
    t.equal(preview.statusCode, 200)
    t.equal(await contents(), before, 'a preview writes nothing')
    t.match(preview.body, '<details id="repeating" open>')
    t.match(preview.body, /autofocus>What would change/)
    t.match(preview.body, /<li class="move">/)
    t.match(preview.body, `name="repeating.from" value="${from.toString()}"`)
    t.match(preview.body, '<option value="2" selected>Every other week</option>')
    t.equal(preview.body.match(/name="repeating\.weekdays" value="\d" checked/g)?.length, 4)

    const saved = await send(typed)
    t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
    const inWeek = (await nights()).filter(({ night }) => {
      const after = from.until(night).days
      return after >= 0 && after < 4
    })
    t.ok(inWeek.every(({ caregiver }) => caregiver === 'b'))
    t.ok((await pushes()) > requests)
    const body = await page('/settings')
    const [known] = await readRepeatingAbsences(db)
    t.match(
      body,
      /Every other week, Mon–Thu, from \w+ \d+ \w+ <span class="fine">Next: .*\d+ \w+\.</,
    )
    t.match(body, `name="absence_id" value="${known?.id}"`)
    t.match(await page('/history'), /away every other week, Mon–Thu, from /)
    const month = await page(`/?month=${from.toPlainYearMonth().toString()}`)
    t.notMatch(month, 'you’re away', 'what comes every other week is no trip')

    await alex.post('/changes/undo', { change: undoIn(body), return: '/settings' })
    t.same(await readRepeatingAbsences(db), [])
    await send(typed)
    const [again] = await readRepeatingAbsences(db)
    const remove = () => alex.post(`${add}/remove`, { absence_id: String(again?.id) })
    t.equal((await remove()).statusCode, 302)
    t.same(await readRepeatingAbsences(db), [])
    t.match(await page('/settings'), 'Absence removed. ')
    await remove()
    t.match(await page('/settings'), 'Nothing to change.')
  })

  await t.test(
    'one from a night’s sheet is saved, and its faults are beside the fields for it',
    async t => {
      const from = today.add({ days: 8 - today.dayOfWeek }).toString()
      const sheet = (fields: object) =>
        alex.post('/settings/absences', { parent: 'a', from, to: '', ...fields, step: 'save' })
      const refused = await sheet({ everyWeeks: '9' })
      t.match(refused.body, 'id="repeating.everyWeeks-fault">An absence can repeat every week')
      t.match(refused.body, /name="repeating\.weekdays" value="1" checked/)
      await sheet({ everyWeeks: '3' })
      const [known, ...others] = await readRepeatingAbsences(db)
      t.match(known, { weekdays: [1], everyWeeks: 3, to: null })
      t.same(others, [])
      await alex.post(`${add}/remove`, { absence_id: String(known?.id) })
    },
  )

  await t.test('a roster is drawn before it is saved, and told in words', async t => {
    const from = today.add({ days: 3 })
    const typed = { parent: 'a', weekdays: [], everyWeeks: '2', from: from.toString(), to: '' }
    const { body: preview } = await send({ ...typed, cycle: '4, 2' }, 'preview')
    const drawn = preview.slice(preview.indexOf('id="six-weeks"'))
    const cells = [...drawn.matchAll(/<td class="is-(\w+)">/g)].map(([, kind]) => kind)
    t.equal(cells.length, 42)
    const lead = cells.indexOf('a')
    t.equal(lead, from.dayOfWeek - 1, 'the week of the first night')
    const marks = cells.slice(lead, lead + 12).map(kind => (kind === 'a' ? 'x' : '-'))
    t.equal(marks.join(''), 'xxxx--xxxx--')
    t.match(drawn, /<bdi>Alex<\/bdi>: on a roster, 4 nights away, then 2 at home, from /)
    t.match(preview, 'name="repeating.cycle" value="4, 2"')
    await send({ ...typed, cycle: '2 2 3 2 2 3' })
    t.match(await readRepeatingAbsences(db), [
      { weekdays: [], everyWeeks: 1, cycle: [2, 2, 3, 2, 2, 3] },
    ])
    const words = '2 nights away, then 2 at home, 3 away, 2 at home, 2 away, 3 at home, from'
    t.match(await page('/settings'), `On a roster, ${words}`)
    await alex.post('/you/language', { language: 'fr' })
    const french =
      /Par roulement, 2 nuits d’absence, puis 2 à la maison, 3 d’absence, 2 à la maison, 2 d’absence, 3 à la maison, dès le /
    t.match(await page('/settings'), french)
    await alex.post('/you/language', { language: 'en' })
  })

  await t.test('shows faults beside their fields and keeps what was typed', async t => {
    const next = today.add({ days: 3 }).toString()
    const weekdays = [1, 2, 3, 4, 5, 6, 7]
    await transaction(db, trx =>
      insertRepeatingAbsence(trx, { parent: 'b', weekdays, everyWeeks: 1, from: today, to: null }),
    )
    const good = { parent: 'b', weekdays: ['1'], everyWeeks: '1', cycle: '', from: next, to: '' }
    const before = await contents()
    for (const [step, wrong, field, text] of [
      ['save', { parent: '' }, 'parent', 'Choose who is away.'],
      ['preview', { to: '2026-02-30' }, 'to', 'Enter a date such as'],
      ['save', { weekdays: [] }, 'weekdays', 'Tick at least one weekday.'],
      ['save', { weekdays: ['8'] }, 'weekdays', 'A weekday is a number'],
      ['preview', { everyWeeks: 'x' }, 'everyWeeks', 'An absence can repeat every week, or up to'],
      ['save', { cycle: '4, 2' }, 'cycle', 'Tick weekdays, or enter a roster, but not both.'],
      ['save', { weekdays: [], cycle: 'x' }, 'cycle', 'Enter a roster as nights away and nights'],
      ['save', { to: '2020-01-01' }, 'to', 'The last night can’t be before the first'],
      ['preview', { parent: 'a' }, 'weekdays', 'That leaves no one for nights such as'],
    ] as const) {
      const { statusCode, body } = await send({ ...good, ...wrong } as typeof good, step)
      const at = `${step} ${JSON.stringify(wrong)}`
      t.equal(statusCode, 400, at)
      t.ok(body.includes(`id="repeating.${field}-fault">${text}`), at)
      t.ok(body.includes(`<a href="#repeating.${field}">${text}`), at)
      t.match(body, '<details id="repeating" open>')
      t.equal(body.match(/ autofocus/g)?.length, 1, at)
    }
    t.equal((await alex.post(`${add}/remove`, { absence_id: '1e3' })).statusCode, 400)
    t.equal(await contents(), before)
  })
})
