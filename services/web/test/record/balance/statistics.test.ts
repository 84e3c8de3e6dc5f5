import type { Assignment } from '@night-routine/database/nights'
import type { Settings } from '@night-routine/household'
import t, { type Test } from 'tap'
import statistics from '../../../src/record/balance/statistics-route.ts'
import { alex, parents } from '../../demo-household.ts'
import { day, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

async function open(t: Test, nights: Assignment[], settings: Partial<Settings> = {}) {
  const named = { ...parents, b: { ...parents.b, name: '<Robin & Co>' } }
  const service = await routeService(t, alex, [], 'en', { settings, parents: named })
  await service.register(statistics, await webContext(t, { nights, grant: 'connected' }))
  return (url: string) => service.inject(url)
}

t.test('a year and a bit', async t => {
  const nights = inTurn('2025-11-01', 425).map(night =>
    night.night.toString() === '2026-11-15' ? sitter('2026-11-15', '"Jo"') : night,
  )
  const get = await open(t, nights)

  await t.test('has twelve months on the page, and names as text', async t => {
    const { statusCode, body } = await get('/statistics')
    t.equal(statusCode, 200)
    t.match(body, '<th scope="row">October 2026</th>', 'a month that is over has no status')
    for (const status of ['so far', 'planned'])
      t.match(body, `<th scope="row">November 2026 <span class="fine">${status}</span></th>`)
    t.match(body, '<th scope="row">December 2025')
    t.match(body, '<th scope="row">Earlier')
    t.notMatch(body, /<th scope="row">November 2025/)
    t.match(body, '&lt;Robin &amp; Co&gt;')
    t.match(body, '&quot;Jo&quot;')
    const [chart = ''] = /<svg viewBox="0 0 360 96"[^]+?<\/svg>/.exec(body) ?? []
    t.match(chart, /role="img" aria-label="The balance night by night/)
    t.match(chart, /<path class="line" d="M0 [^]+<path class="line is-planned" d="M/)
    t.notMatch(chart, /style=|<text/)
  })

  await t.test('has a span of one’s choice, on the page and in the file', async t => {
    const { body } = await get('/statistics?from=2026-02&to=2026-03')
    const titles = [...body.matchAll(/<th scope="row">([^<]+)</g)].map(([, title]) => title)
    const rows = 'Later ,Later ,March 2026,February 2026,Earlier'
    const periods = 'This year,Last 12 months,All nights,With the plan until 30 December 2026'
    t.equal(titles.join(), `${periods},${rows},Sum so far,Sum with the plan`)
    t.match(
      body,
      '<p class="balance">You’re even: 182 each in the last year.</p>',
      'not of the span',
    )
    t.match(body, 'type="month" id="span-from" name="from" value="2026-02"')
    t.match(body, 'href="/statistics.csv?from=2026-02&amp;to=2026-03&amp;order=newest"')
    const file = await get('/statistics.csv?from=2026-02&to=2026-03&order=oldest')
    t.match(file.headers, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="night-routine-statistics.csv"',
    })
    t.match(file.body, /\r\nEarlier,46,46,0,92,so far,0,0\r\n2026-02,14,14,/)
    for (const [query, sentence] of [
      ['from=2026-13', 'Choose months from 2000-01 to 2099-12, such as 2026-11.'],
      ['from=2026-11&to=2026-10', 'The first month is after the last one.'],
      ['from=2020-01&to=2026-10', 'Choose at most 60 months.'],
      ['order=Newest', /./],
      ['order=newest&order=oldest', /./],
    ] as const)
      for (const path of ['/statistics', '/statistics.csv']) {
        const answer = await get(`${path}?${query}`)
        t.equal(answer.statusCode, 400, query)
        t.match(answer.body, sentence)
      }
  })
})

t.test('counts from where the household counts, in its order', async t => {
  const nights = [
    ...inTurn('2025-12-01', 20).map(night => ({ ...night, caregiver: 'a' as const })),
    ...inTurn('2026-11-01', 8).map(night => ({ ...night, caregiver: 'b' as const })),
  ]
  const settings = { countFrom: day('2026-01-01'), statisticsOrder: 'oldest' } as const
  const get = await open(t, nights, settings)
  const { body } = await get('/statistics')
  t.match(body, /<p class="balance">.+ has done 8 more nights than you so far: 8 to 0\.<\/p>/)
  t.match(body, '<th scope="row">Since 1 January 2026</th>')
  t.notMatch(body, /With the plan|This year|Last 12 months/, 'no period twice')
  t.match(body, '<span class="fine">not counted</span></th><td data-label="You">20</td>')
  t.match(body, 'No babysitter in these months')
  t.ok(body.indexOf('row">December 2025') < body.indexOf('row">November 2026'))
  const newest = (await get('/statistics?order=newest')).body
  t.ok(newest.indexOf('row">November 2026') < newest.indexOf('row">December 2025'))
  const nothing = await (await open(t, []))('/statistics')
  t.match(nothing.body, 'Nothing to compare yet.')
  t.notMatch(nothing.body, '<table')
})

t.test('says which months hold two agreements, and marks their dates', async t => {
  const turns = { parent: 'a', weekday: 5, weeks: 1, isMadeGood: true } as const
  const weekdayWeights = [1, 1, 1, 1, 1, 1, 1]
  const agreements = [
    { from: day('2026-09-15'), share: 60, weekdayWeights, turns: null },
    { from: day('2026-10-02'), share: 50, weekdayWeights, turns },
    { from: day('2027-03-01'), share: 50, weekdayWeights, turns: null },
  ]
  const { body } = await (await open(t, inTurn('2026-08-01', 111), { agreements }))('/statistics')
  t.match(body, 'September 2026 <span class="fine">New agreement from 15 September 2026</span>')
  t.match(body, 'October 2026 <span class="fine">New agreement from 2 October 2026</span>')
  t.notMatch(body, '2027')
  t.match(body, /<path class="mark" d="M[\d.]+ 0V96M[\d.]+ 0V96"/)
  t.match(body, /<th scope="col">More than agreed<\/th>/)
  t.match(body, '↓ &lt;Robin &amp; Co&gt; has done more than agreed')
})
