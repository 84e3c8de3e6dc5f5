import type { Assignment } from '@night-routine/database'
import t, { type Test } from 'tap'
import { statistics } from '../../../src/routes/statistics/statistics.ts'
import { alex, clock, connected, parents, settings } from '../../demo-household.ts'
import { inTurn, sitter } from '../../nights.ts'
import { routeService } from '../../route-service.ts'

async function open(t: Test, nights: Assignment[], named = parents) {
  const asked: string[] = []
  const service = await routeService(t, alex)
  await service.register(statistics, {
    readHousehold: async () => ({ settings, parents: named }),
    readNights: async (from, to) => {
      asked.push(`${from.toString()} to ${to.toString()}`)
      return nights
    },
    readConnection: async () => connected,
    clock,
  })
  return { get: (url: string) => service.inject(url), asked }
}

t.test('the page asks for twelve months and no more, however much there is', async t => {
  const { get, asked } = await open(t, inTurn('2026-11-01', 30))
  const { statusCode, headers, body } = await get('/statistics')
  t.equal(statusCode, 200)
  t.match(headers['content-type'], 'text/html')
  t.match(body, /<th scope="row">November 2026<\/th><td>15<\/td><td>15<\/td><td>30<\/td>/)
  t.match(body, 'No babysitter in these months')
  t.same(asked, ['2025-12-01 to 2026-11-30'])
})

t.test('the order can be asked for, and nothing else', async t => {
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

t.test('names are those of today, and text', async t => {
  const renamed = { ...parents, b: { ...parents.b, name: '<Robin & Co>' } }
  const { get } = await open(t, [...inTurn('2026-11-01', 2), sitter('2026-11-03', '"Jo"')], renamed)
  const { body } = await get('/statistics')
  t.match(body, '&lt;Robin &amp; Co&gt;')
  t.match(body, '&quot;Jo&quot;')
})

t.test('without a night there is a sentence, and no table', async t => {
  const { get } = await open(t, [])
  const { statusCode, body } = await get('/statistics')
  t.equal(statusCode, 200)
  t.match(body, 'Statistics appear after the first planned night.')
  t.notMatch(body, '<table')
})
