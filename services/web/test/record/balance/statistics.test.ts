import type { Assignment } from '@night-routine/database/nights'
import type { Settings } from '@night-routine/household'
import t, { type Test } from 'tap'
import statistics from '../../../src/record/balance/statistics-route.ts'
import { alex, parents } from '../../demo-household.ts'
import { day, inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'
import { webContext } from '../../web-context.ts'

async function open(
  t: Test,
  nights: Assignment[],
  {
    named = parents,
    more = {},
    language = 'en',
  }: { named?: typeof parents; more?: Partial<Settings>; language?: string } = {},
) {
  const service = await routeService(t, alex, [], language, { settings: more, parents: named })
  await service.register(statistics, await webContext(t, { nights, grant: 'connected' }))
  return { get: (url: string) => service.inject(url), service }
}

/** A row of the table; `counts` are those of Alex, who reads, Robin, babysitters and all. */
function row(month: string, status: string, difference: string, counts: readonly number[]) {
  const cells = ['You', 'Robin', 'Babysitters', 'Total'].map(
    (label, index) => `<td data-label="${label}">${counts[index]}</td>`,
  )
  return new RegExp(
    `<th scope="row">${month}</th><td>${status}</td><td>[^/]+?${difference}.+?</td>${cells.join('')}`,
  )
}

t.test('the page has twelve months and no more, however much there is', async t => {
  const { get } = await open(t, inTurn('2025-11-01', 425))
  const { statusCode, headers, body } = await get('/statistics')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/html')
  t.match(body, row('October 2026', 'so far', 'You \\+1', [16, 15, 0, 31]))
  t.match(body, row('November 2026', 'so far', 'Robin \\+1', [9, 10, 0, 19]))
  t.match(body, row('November 2026', 'planned', 'You \\+1', [6, 5, 0, 11]))
  t.match(body, row('December 2026', 'planned', 'even', [15, 15, 0, 30]))
  t.match(body, row('Earlier', 'so far', 'even', [15, 15, 0, 30]))
  t.match(body, 'No babysitter in these months')
  t.match(body, '<th scope="row">December 2025')
  t.notMatch(body, /<th scope="row">November 2025/)
})

t.test('accepts only the two orders', async t => {
  const { get } = await open(t, inTurn('2026-11-01', 30))
  const oldest = (await get('/statistics?order=oldest')).body
  t.ok(oldest.indexOf('December 2025') < oldest.indexOf('November 2026'))
  t.equal((await get('/statistics?order=newest')).statusCode, 200)
  for (const order of ['x', '', 'Newest', 'newest&order=oldest']) {
    const { statusCode, body } = await get(`/statistics?order=${order}`)
    t.equal(statusCode, 400, order)
    t.match(body, '<h1>Error</h1><p>')
  }
})

t.test('a span of one’s choice, on the page and in the file', async t => {
  const { get } = await open(t, inTurn('2025-11-01', 425))
  const { body } = await get('/statistics?from=2026-02&to=2026-03')
  const titles = [...body.matchAll(/<th scope="row">([^<]+)</g)].map(([, title]) => title)
  t.same(titles, ['Later', 'Later', 'March 2026', 'February 2026', 'Earlier', 'Sum', 'Sum'])
  t.match(body, '<p class="balance">Even so far.</p>', 'the headline is of all nights')
  t.match(body, 'type="month" id="span-from" name="from" value="2026-02"')
  t.match(body, 'href="/statistics.csv?from=2026-02&amp;to=2026-03&amp;order=newest"')
  const file = (await get('/statistics.csv?from=2026-02&to=2026-03&order=oldest')).body
  t.match(file, /\r\nEarlier,46,46,0,92,so far,0,0\r\n2026-02,14,14,/)
  t.equal((await get('/statistics?from=&to=')).statusCode, 200, 'an empty form')
  for (const [query, sentence] of [
    ['from=2026-13', 'Choose months from 2000-01 to 2099-12, such as 2026-11.'],
    ['to=0000-01', 'Choose months from 2000-01 to 2099-12, such as 2026-11.'],
    ['from=2026-11&to=2026-10', 'The first month is after the last one.'],
    ['from=2020-01&to=2026-10', 'Choose at most 60 months.'],
  ] as const)
    for (const path of ['/statistics', '/statistics.csv']) {
      const answer = await get(`${path}?${query}`)
      t.equal(answer.statusCode, 400, query)
      t.match(answer.body, sentence)
    }
})

t.test('shows current names as text', async t => {
  const renamed = { ...parents, b: { ...parents.b, name: '<Robin & Co>' } }
  const { get } = await open(t, [...inTurn('2026-11-01', 2), sitter('2026-11-03', '"Jo"')], {
    named: renamed,
  })
  const { body } = await get('/statistics')
  t.match(body, '&lt;Robin &amp; Co&gt;')
  t.match(body, '&quot;Jo&quot;')
})

t.test('without a night there is a sentence, and no table', async t => {
  const { get } = await open(t, [])
  const { statusCode, body } = await get('/statistics')
  t.equal(statusCode, 200)
  t.match(body, 'Nothing to compare yet.')
  t.notMatch(body, '<table')
})

t.test('who is ahead is said on top, counting from where the household counts', async t => {
  const all = [
    ...inTurn('2025-12-01', 20).map(night => ({ ...night, caregiver: 'a' as const })),
    ...inTurn('2026-11-01', 8).map(night => ({ ...night, caregiver: 'b' as const })),
  ]
  const { get } = await open(t, all, { more: { countFrom: day('2026-01-01') } })
  const { body } = await get('/statistics')
  t.match(body, '<p class="balance">So far Robin has done 8 more nights.</p>')
  t.notMatch(body, 'With the plan')
  t.match(body, '<td>not counted</td><td>–</td><td data-label="You">20</td>')
})

t.test(
  'the balance holds the nights before the months shown, from where the household counts',
  async t => {
    const all = [
      ...inTurn('2025-11-21', 10).map(night => ({ ...night, caregiver: 'a' as const })),
      ...inTurn('2025-12-01', 2),
    ]
    const balanceOf = async (countFrom: Temporal.PlainDate | null) => {
      const { get } = await open(t, all, { more: { countFrom } })
      return [...(await get('/statistics')).body.matchAll(/data-label="Balance">(.+?)</g)][0]?.[1]
    }
    t.equal(await balanceOf(null), 'You +10')
    t.equal(await balanceOf(day('2025-11-24')), 'You +7')
    t.equal(await balanceOf(day('2025-12-02')), 'Robin +1')
  },
)

t.test('uses the household’s order by default', async t => {
  const { get } = await open(t, inTurn('2026-10-30', 5), { more: { statisticsOrder: 'oldest' } })
  const titles = async (url: string) => {
    const rows = (await get(url)).body.matchAll(/<th scope="row">(\w+ \d{4})</g)
    return [...rows].map(([, title]) => title)
  }
  t.equal((await titles('/statistics'))[0], 'October 2026')
  t.equal((await titles('/statistics?order=newest'))[0], 'November 2026')
  t.match((await get('/statistics.csv')).body, /Balance\r\n2026-10,/)
})

t.test('the chart has a name, no inline style, and a table with its numbers', async t => {
  const { get } = await open(t, [...inTurn('2026-11-17', 4), sitter('2026-11-21', 'Maria')])
  const { body } = await get('/statistics')
  const [chart = ''] = /<svg viewBox="0 0 360 96"[^]+?<\/svg>/.exec(body) ?? []
  t.match(chart, /role="img" aria-label="The balance night by night/)
  t.match(chart, /<path class="line" d="M0 [^]+<path class="line is-planned" d="M180 /)
  t.notMatch(chart, /style=|<text/)
  t.match(body, /<td data-label="Balance">even<\/td>/)
})

t.test('the file is a download with the same numbers', async t => {
  const { get } = await open(t, [...inTurn('2026-11-01', 3), sitter('2026-11-04', 'Maria')])
  const { statusCode, headers, body } = await get('/statistics.csv?order=newest')
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'text/csv; charset=utf-8; header=present')
  t.equal(headers['content-disposition'], 'attachment; filename="night-routine-statistics.csv"')
  const [header, november] = body.split('\r\n')
  t.equal(
    header,
    '\uFEFFMonth,Alex,Robin,Babysitters,Total,Status,"Difference (+ Alex, − Robin)",Balance,Babysitter: Maria',
  )
  t.equal(november, '2026-11,2,1,1,4,so far,1,1,1')
  t.equal((await get('/statistics.csv?order=x')).statusCode, 400)
})

t.test('the page and the file use the reader’s language', async t => {
  const { service } = await open(t, inTurn('2026-11-01', 3), { language: 'fr' })
  const { body } = await service.inject('/statistics')
  t.match(body, '<th scope="row">Novembre 2026</th>')
  t.match(body, 'Jusqu’ici, vous avez fait un soir de plus')
  t.match(
    (await service.inject('/statistics.csv')).body,
    /^\uFEFFMois,Alex,Robin,Baby-sitters,Total,État,"Écart \(\+ Alex, − Robin\)",Cumul\r\n/,
  )
})
