import { oddCalendar, oddJson, oddRequest, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'

const sample = <Input>(input: fc.Arbitrary<Input>) => fc.sample(input, { numRuns: 3_000, seed: 1 })

t.test('text has lone surrogates, NUL, every plane and 100,000 letters', async t => {
  const texts = sample(oddText())
  t.ok(texts.some(text => !text.isWellFormed()))
  t.ok(texts.some(text => text.includes('\0')))
  t.ok(texts.some(text => text.length === 100_000))
  t.ok(texts.some(text => text === ''))
  const planes = new Set(
    texts.flatMap(text => Array.from(text.slice(0, 50), one => (one.codePointAt(0) ?? 0) >> 16)),
  )
  t.equal(planes.size, 17)
})

t.test('JSON is broken in form, or valid with another value', async t => {
  const valid = { id: 1, name: 'Kim', list: [{ a: 1 }] }
  const texts = sample(oddJson(valid)).map(bytes => bytes.toString())
  const parsed = texts.flatMap(text => {
    try {
      return [JSON.stringify(JSON.parse(text))]
    } catch {
      return []
    }
  })
  t.ok(parsed.length < texts.length)
  t.ok(parsed.some(text => text.includes('"a":1') && !text.includes('"id":1')))
})

t.test('a calendar keeps most of its lines', async t => {
  const valid = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
  const texts = sample(oddCalendar(valid))
  t.ok(texts.some(text => text.includes('UID:a') && text.includes('DTSTART:20261201')))
  t.notOk(texts.every(text => text === valid))
})

t.test('a request has one defect', async t => {
  const requests = sample(oddRequest({ method: 'POST', path: '/sync', headers: {}, body: '{}' }))
  t.ok(
    requests.some(bytes => bytes.toString().startsWith('POST /sync HTTP/1.1\r\nHost: localhost')),
  )
  t.ok(requests.some(bytes => bytes.toString().includes('Transfer-Encoding: chunked')))
})
