import { ledgerOf } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { statisticsCsv } from '../../../src/record/balance/statistics-csv.ts'
import { assignment, day, inTurn, sitter } from '../../nights.ts'
import { accountOf, spanOf } from './entered.ts'

const span = spanOf('2026-10', '2026-11')
const tonight = day('2026-11-03')
type Given = Omit<Parameters<typeof accountOf>[0], 'span' | 'tonight'>
function fileOf(given: Given, names = { a: 'Alex', b: 'Robin' }) {
  const account = accountOf({ tonight, span, ...given })
  const ledger = ledgerOf(given.split)
  return statisticsCsv(account.rows, {
    account,
    ledger,
    tonight,
    people: { names, reader: 'a' },
    wording: wordingFor('en'),
  })
}

t.test('a line per row of the page, babysitters apart and by name', async t => {
  const nights = [
    ...inTurn('2026-10-30', 4),
    assignment('2026-11-03', 'b'),
    sitter('2026-11-04', 'Jo'),
    sitter('2026-11-05', 'Maria'),
    assignment('2026-11-07', null),
  ]
  const file = fileOf({ nights })
  t.ok(file.startsWith('\uFEFF'), 'it says that it is UTF-8')
  t.same(file.slice(1).split('\r\n'), [
    'Month,Alex,Robin,Babysitters,Total,Status,"Difference (+ Alex, − Robin)",Balance by then,Babysitter: Jo,Babysitter: Maria',
    '2026-10,1,1,0,2,so far,0,0,0,0',
    '2026-11,1,1,0,2,so far,0,0,0,0',
    '2026-11,0,1,2,3,planned,-1,-1,1,1',
    '',
  ])
  const split = { share: 55, weights: { weekdays: { 5: 1.5 }, nights: [] } }
  const weighed = { nights: inTurn('2026-10-29', 4), countFrom: day('2026-10-30'), split }
  t.same(fileOf(weighed).slice(1).split('\r\n'), [
    'Month,Alex,Robin,Babysitters,Total,"Alex, by weight","Robin, by weight",Status,"More than agreed (+ Alex, − Robin)",Balance by then',
    '2026-10,1,0,0,1,1,0,not counted,,',
    '2026-10,1,1,0,2,1,1.5,so far,-0.375,-0.375',
    '2026-11,0,1,0,1,0,1,so far,-0.55,-0.925',
    '',
  ])
})

t.test('a name is never a formula, and never more than a field', async t => {
  for (const [name, field] of [
    ['=1+1', "'=1+1"],
    ['+33', "'+33"],
    ['-Kim', "'-Kim"],
    ['@Kim', "'@Kim"],
    ['\tKim', "'\tKim"],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
    ['Kim, "the second"', '"Kim, ""the second"""'],
    ['Kim = Alex', 'Kim = Alex'],
  ] as const)
    t.match(fileOf({ nights: [] }, { a: name, b: 'Robin' }), `Month,${field},Robin,Babysitters,`)
})
