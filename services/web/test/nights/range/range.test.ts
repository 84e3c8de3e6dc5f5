import t from 'tap'
import { plannedHousehold, undoIn } from '../../planned-household.ts'
import { Program, tokenFor } from '../../program.ts'

t.test('the page where nights are planned by hand', async t => {
  const household = await plannedHousehold(t)
  const { web, alex, robin, today, nights, contents, pushes } = household
  const from = today.add({ days: 40 })
  const to = from.add({ days: 4 })
  const dates = { from: from.toString(), to: to.toString() }
  const chosen = { ...dates, pattern: 'halves', first: 'b' }
  const page = async (query: Record<string, string>, browser = alex) =>
    (await browser.get(`/nights/range?${new URLSearchParams(query).toString()}`)).body
  const hands = async () =>
    (await nights())
      .filter(({ night }) => String(night) >= dates.from && String(night) <= dates.to)
      .map(({ caregiver, override }) => `${caregiver}${override ? ' (locked)' : ''}`)

  await t.test('the first night is pressed, then the last, and the form has both', async t => {
    t.match((await alex.get('/')).body, '<a href="/nights/range">Plan several nights</a>')
    const empty = await page({})
    t.match(empty, 'Press the first night')
    const begun = await page({ from: dates.from })
    t.match(begun, 'Press the last night.')
    t.match(begun, `to&#x3D;${dates.to}#plan"`, 'a later night is the last one')
    t.match(begun, `from&#x3D;${from.subtract({ days: 1 }).toString()}#month-title"`)
    t.notMatch(empty, `from&#x3D;${today.subtract({ days: 1 }).toString()}`, 'that night is over')
    const filled = await page(dates)
    t.match(filled, `name="from" value="${dates.from}"`)
    t.match(filled, `name="to" value="${dates.to}"`)
    t.match(filled, /You’d have \d nights, Robin \d\./)
  })

  await t.test('what it would do is said to each reader, and nothing is written', async t => {
    const before = await contents()
    t.match(await page(chosen), 'You’d have 2 nights, Robin 3.')
    const robins = await page(chosen, robin)
    t.match(robins, 'You’d have 3 nights, Alex 2.')
    t.match(robins, 'All Alex’s')
    t.match(robins, 'All yours')
    t.notMatch(robins, 'As last year', 'the household has no last year')
    t.equal(await contents(), before)
  })

  await t.test('it is saved at once, told in one line, and undone at once', async t => {
    const [before, requests] = [await hands(), await pushes()]
    const answer = await alex.post('/nights/range', chosen)
    t.equal(answer.statusCode, 302)
    t.match(answer.headers.location, /^\/\?month=\d{4}-\d\d$/)
    t.same(
      await hands(),
      ['b', 'b', 'b', 'a', 'a'].map(parent => `${parent} (locked)`),
    )
    t.ok((await pushes()) > requests)
    const home = (await alex.get(String(answer.headers.location))).body
    t.match(home, /Saved\. You planned \w+ \d+ .+: first half and second half\./)
    const { body } = await robin.get('/history')
    t.match(body, /Alex planned \w+ \d+ .+: first half and second half/)
    t.notMatch(body, /Alex gave you/)
    await alex.post('/nights/range', chosen)
    t.equal(undoIn((await alex.get('/')).body), undoIn(home), 'pressed twice, it is one change')
    await alex.post('/changes/undo', { change: undoIn(home) })
    t.same(await hands(), before)
    t.match((await robin.get('/history')).body, /Alex undid: 5 nights, \w+ \d+ .*to \w+ \d+/)
  })

  await t.test('what is wrong stands beside its field, and nothing is written', async t => {
    const before = await contents()
    for (const [typed, field, fault] of [
      [{ ...chosen, from: '' }, 'from', 'Enter a date'],
      [{ ...chosen, to: 'soon' }, 'to', 'Enter a date'],
      [{ ...chosen, from: today.subtract({ days: 1 }).toString() }, 'from', 'from tonight on'],
      [{ ...chosen, to: today.add({ days: 400 }).toString() }, 'to', 'a year ahead'],
      [{ ...chosen, to: today.toString() }, 'to', 'The last night can’t be before the first'],
      [{ ...chosen, pattern: 'last-year' }, 'pattern', 'Choose one of these.'],
      [{ ...chosen, pattern: 'each' }, 'pattern', 'Choose one of these.'],
    ] as const) {
      const { statusCode, body } = await alex.post('/nights/range', typed)
      t.equal(statusCode, 400)
      const [, text = ''] = new RegExp(`id="${field}-fault">([^<]+)<`).exec(body) ?? []
      t.match(text, fault, JSON.stringify(typed))
    }
    t.equal((await alex.get('/nights/range?month=soon')).statusCode, 400)
    t.equal(await contents(), before)
  })

  await t.test('the same as JSON, for tokens that may write', async t => {
    const program = new Program(web, await tokenFor(alex, 'write'))
    const reader = new Program(web, await tokenFor(alex, 'read'))
    const body = { ...dates, pattern: 'a' }
    t.equal((await reader.post('/api/night-ranges', body)).statusCode, 403)
    const refused = await program.post('/api/night-ranges', { ...body, to: '' })
    t.match([refused.statusCode, refused.json()], [400, { field: 'to' }])
    const answer = await program.post('/api/night-ranges', body)
    const { change, changed_nights: changed } = answer.json()
    t.type(change, 'string')
    t.equal(changed.length, 5)
    t.same(
      await hands(),
      Array.from({ length: 5 }, () => 'a (locked)'),
    )
  })
})
