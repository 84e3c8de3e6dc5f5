import t from 'tap'
import { selectFields } from '../src/fields.ts'
import { eventListNames, eventNames } from '../src/resource-names.ts'

const event = {
  id: 'a',
  summary: 'Alex',
  start: { date: '2026-12-01' },
  end: { date: '2026-12-02' },
  extendedProperties: { private: { app: 'x', night: 'y' }, shared: { app: 'z' } },
}

t.test('what a selection takes', async t => {
  const table: [string, unknown][] = [
    ['id', { id: 'a' }],
    ['id,summary', { id: 'a', summary: 'Alex' }],
    [' id , summary ', { id: 'a', summary: 'Alex' }],
    ['*', event],
    ['start/date', { start: { date: '2026-12-01' } }],
    ['start(date),end', { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }],
    ['*/date', { ...event, extendedProperties: {} }],
    ['extendedProperties/private/app', { extendedProperties: { private: { app: 'x' } } }],
    [
      'extendedProperties/private(app,night)',
      { extendedProperties: { private: { app: 'x', night: 'y' } } },
    ],
    [
      'extendedProperties/private/app,extendedProperties/shared',
      { extendedProperties: { private: { app: 'x' }, shared: { app: 'z' } } },
    ],
    ['start/date,start', { start: { date: '2026-12-01' } }],
    ['location', {}],
  ]
  for (const [fields, chosen] of table) {
    t.same(selectFields(event, fields, eventNames), chosen, fields)
  }
})

t.test('it reaches into every item of a list', async t => {
  const list = { kind: 'calendar#events', nextSyncToken: 's', items: [event, { id: 'b' }] }
  t.same(selectFields(list, 'nextSyncToken,items(id,summary)', eventListNames), {
    nextSyncToken: 's',
    items: [{ id: 'a', summary: 'Alex' }, { id: 'b' }],
  })
})

t.test('what is no selection', async t => {
  for (const fields of [
    'nonsense',
    'id,',
    ',id',
    'start(',
    'start(date',
    'start()',
    'start)',
    'id summary',
    'start/',
    '/id',
    'start/nonsense',
    ' ',
  ]) {
    t.match(refusal(fields), { status: 400, reason: 'invalidParameter' }, `'${fields}'`)
  }
})

function refusal(fields: string): unknown {
  try {
    return selectFields(event, fields, eventNames)
  } catch (error) {
    return error
  }
}
