import t from 'tap'
import { emulatorFor } from './emulator.ts'

const december = { calendar: 'family', month: '2026-12' }

t.test('people make, move and delete an event on the page', async t => {
  const { control, origin } = await emulatorFor(t)
  const page = async (query: Record<string, string>) =>
    (await fetch(`${origin}/?${new URLSearchParams({ ...december, ...query }).toString()}`)).text()
  const post = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams({ ...december, ...form })
    const answer = await fetch(origin + path, { method: 'POST', body, redirect: 'manual' })
    t.equal(answer.status, 303)
    return new URL(answer.headers.get('location') ?? '', origin).searchParams.get('problem')
  }
  const stored = () => control.events('family')

  await post('/people/save', { date: '2026-12-24', summary: '<b>Alex</b>' })
  const [{ id } = { id: '' }] = await stored()
  t.match(await page({ event: id }), /Edit event.*value="&lt;b&gt;Alex&lt;\/b&gt;"/s)
  await post('/people/save', { event: id, date: '2026-12-30', time: '20:30', summary: 'Alex' })
  t.match(await stored(), [
    { id, start: { dateTime: '2026-12-30T20:30:00+00:00', timeZone: 'Europe/London' } },
  ])
  t.match(await page({}), '20:30 Alex')
  await post('/people/save', { event: id, date: '2026-12-31', summary: 'Alex' })
  t.match(await stored(), [{ start: { date: '2026-12-31' }, end: { date: '2027-01-01' } }])
  t.equal(await post('/people/save', { date: '2026-02-30' }), 'There is no date 2026-02-30.')
  t.equal(await post('/people/remove', { event: id }), null)
  t.match(await stored(), [{ status: 'cancelled' }])
  t.equal(await post('/people/remove', { event: id }), 'Resource has been deleted')
})
