import { readHouseholdSettings } from '@night-routine/household'
import { storeNights } from '@night-routine/testing/database'
import t from 'tap'
import { inTurn } from '../../nights.ts'
import { plannedHousehold, undoIn } from '../../planned-household.ts'
import { formIn } from './settings-page.ts'

const action = '/settings/agreements'
const save = { step: 'save' }

/** The form of a page, with what a person typed. */
const typed = (body: string, more: Record<string, string>) =>
  formIn(
    body,
    Object.fromEntries(
      Object.entries(more).map(([name, value]) => [
        name === 'step' ? name : `agreement.${name}`,
        value,
      ]),
    ),
    action,
  )

t.test('how the parents split, by its form', async t => {
  const { db, alex, today, nights, contents } = await plannedHousehold(t)
  await storeNights(db, inTurn(today.subtract({ days: 40 }).toString(), 40))
  const page = async (path = '/settings') => (await alex.get(path)).body
  const send = async (more: Record<string, string>) => alex.post(action, typed(await page(), more))
  const agreed = async () => {
    const { share, agreements } = await readHouseholdSettings(db)
    return [share, ...agreements.map(({ from, share: later }) => `${from.toString()} ${later}`)]
  }
  const remove = (from: string) => alex.post(`${action}/remove`, { from })
  const mine = async () => (await nights()).filter(({ caregiver }) => caregiver === 'a').length
  const ahead = today.add({ days: 10 }).toString()

  await t.test('a preview says what moves and what it does to the balance', async t => {
    const before = await contents()
    const body = await page()
    t.match(body, '<p>Since the beginning: Alex 50, Robin 50</p>')
    t.notMatch(body, 'href="/history">What you agreed before')
    const preview = await send({ share: '70', step: 'preview' })
    t.equal(preview.statusCode, 200)
    t.match(preview.body, /\d+ nights? would go to someone else\. Nothing is saved yet\./)
    t.match(preview.body, 'The balance so far stays as it is: even.')
    t.match(preview.body, '<details open>')
    t.equal(typed(preview.body, {}).get('agreement.share'), '70', 'as typed')
    t.equal(await contents(), before)
  })

  await t.test('saves from tonight, which the history says and an undo takes back', async t => {
    const [own, before] = [await mine(), await contents()]
    const saved = await send({ share: '70', 'weekdayWeights.5': '1.5', ...save })
    t.same([saved.statusCode, saved.headers.location], [302, '/settings'])
    t.same(await agreed(), [50, `${today.toString()} 70`])
    t.ok((await mine()) > own)
    const body = await page()
    t.match(body, /<p>Since 20 November 2026: Alex 70, Robin 30, Friday 1\.5<\/p>/)
    t.match(body, '<a href="/history">What you agreed before is in the history</a>')
    t.equal(typed(body, {}).get('agreement.weekdayWeights.5'), '1.5')
    t.match(
      await page('/history'),
      /<dt>What is agreed from a date on<\/dt><dd><bdi>none<\/bdi>.*<bdi>From 20 November 2026: You 70, Robin 30, Friday 1\.5<\/bdi>/,
    )
    t.match((await alex.post(action, typed(body, save))).headers.location, '/settings')
    t.match(await page(), 'Nothing to change.')
    await alex.post('/changes/undo', { change: undoIn(body), return: '/settings' })
    t.same(await agreed(), [50])
    t.same(JSON.parse(await contents())[0], JSON.parse(before)[0])
  })

  await t.test('lists a coming agreement, which can be taken back until it begins', async t => {
    const weeks = { kind: 'weeks', parent: 'b', weekday: '3' }
    await send({ ...weeks, start: 'date', from: ahead, ...save })
    const body = await page()
    t.match(body, `<span>From 30 November 2026: week by week, changing on Wednesday, Robin first`)
    const turns = (await nights()).filter(({ night }) => night.toString() >= ahead)
    t.equal(turns.map(({ caregiver }) => caregiver).join(''), 'bbaaaaaaabbbbbbbaaaa')
    t.equal((await remove(ahead)).headers.location, '/settings')
    t.same(await agreed(), [50])
    await remove(ahead)
    t.match(await page(), 'Nothing to change.')
    await send({ share: '55', ...save })
    await remove(today.toString())
    t.same(await agreed(), [50, `${today.toString()} 55`], 'it has begun')
  })

  await t.test('as if it had always been so, the balance moves', async t => {
    const always = { share: '60', start: 'always' }
    const preview = await send({ ...always, step: 'preview' })
    t.match(preview.body, 'The balance so far goes from even to Robin +4.')
    await alex.post(action, typed(preview.body, save))
    t.same(await agreed(), [60])
  })

  await t.test('says what is wrong beside the field, and saves nothing', async t => {
    const before = await contents()
    for (const step of ['preview', 'save']) {
      const refused = await send({ start: 'date', from: '2026-02-30', step })
      t.equal(refused.statusCode, 400)
      t.match(refused.body, '<title>Not saved: Settings')
      t.match(refused.body, '<a href="#agreement.from">Enter a date such as')
      t.match(refused.body, /id="agreement\.from"[^>]* aria-invalid="true" autofocus/)
    }
    t.equal(await contents(), before)
    const stale = typed(await page(), { share: '35', ...save })
    await send({ share: '65', ...save })
    const late = await alex.post(action, stale)
    t.equal(late.statusCode, 409)
    t.match(late.body, 'The settings have changed since you opened this page.')
    t.equal((await alex.post(action, typed(late.body, save))).statusCode, 302, 'seen by now')
    t.same(await agreed(), [60, `${today.toString()} 35`])
  })
})
