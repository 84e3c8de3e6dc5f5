import { ledgerOf, type Split } from '@night-routine/fairness'
import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { statisticsCsv } from '../../../src/record/balance/statistics-csv.ts'
import { assignment, day, inTurn, sitter } from '../../nights.ts'
import { accountOf, spanOf } from './entered.ts'

const span = spanOf('2026-10', '2026-11')
const tonight = day('2026-11-03')
const speaker = (names = { a: 'Alex', b: 'Robin' }, split: Split = {}) => ({
  ledger: ledgerOf(split),
  people: { names },
  wording: wordingFor('en'),
})
const fileOf = (
  nights: Parameters<typeof accountOf>[0]['nights'],
  names?: { a: string; b: string },
  split: Split = {},
) => statisticsCsv(accountOf({ nights, tonight, span, split }).rows, speaker(names, split))

/** Fields of a line as they stand there, quotes and all. */
const lines = (file: string) => file.replace('\uFEFF', '').split('\r\n')

t.test('a line per row of the page, babysitters apart and by name', async t => {
  const nights = [
    ...inTurn('2026-09-28', 2),
    ...inTurn('2026-10-30', 4),
    assignment('2026-11-03', 'b'),
    sitter('2026-11-04', 'Jo'),
    sitter('2026-11-05', 'Maria'),
    sitter('2026-11-06', 'Maria'),
    assignment('2026-11-07', null),
    assignment('2026-12-01', 'b'),
  ]
  t.same(lines(fileOf(nights)), [
    'Month,Alex,Robin,Babysitters,Total,Status,"Difference (+ Alex, − Robin)",Balance,Babysitter: Jo,Babysitter: Maria',
    'Earlier,1,1,0,2,so far,0,0,0,0',
    '2026-10,1,1,0,2,so far,0,0,0,0',
    '2026-11,1,1,0,2,so far,0,0,0,0',
    '2026-11,0,1,3,4,planned,-1,-1,1,2',
    '2026-12,0,1,0,1,planned,-1,-2,0,0',
    '',
  ])
})

t.test('weights have columns, and nights that do not count have no balance', async t => {
  const nights = inTurn('2026-10-29', 4)
  const split = { share: 55, weights: { weekdays: { 5: 1.5 }, nights: [] } }
  const { rows } = accountOf({ nights, tonight, span, split, countFrom: day('2026-10-30') })
  t.same(lines(statisticsCsv(rows, speaker(undefined, split))), [
    'Month,Alex,Robin,Babysitters,Total,"Alex, by weight","Robin, by weight",Status,"Difference (+ Alex, − Robin)",Balance',
    '2026-10,1,0,0,1,1,0,not counted,,',
    '2026-10,1,1,0,2,1,1.5,so far,-0.75,-0.75',
    '2026-11,0,1,0,1,0,1,so far,-1.1,-1.85',
    '',
  ])
})

t.test('every line ends with CRLF, and the file says that it is UTF-8', async t => {
  const text = fileOf(inTurn('2026-10-30', 4), { a: 'Zoë', b: 'Σίμων' })
  t.ok(text.startsWith('\uFEFFMonth,Zoë,Σίμων,'))
  t.equal(text.match(/\r\n/g)?.length, 3)
  t.notMatch(text, /(?<!\r)\n|\r(?!\n)/)
})

t.test('a name is never a formula, and never more than a field', async t => {
  const table: [name: string, field: string][] = [
    ['=1+1', "'=1+1"],
    ['+33', "'+33"],
    ['-Kim', "'-Kim"],
    ['@Kim', "'@Kim"],
    ['\tKim', "'\tKim"],
    ['=HYPERLINK("http://x";"y")', `"'=HYPERLINK(""http://x"";""y"")"`],
    ['Kim, "the second"', '"Kim, ""the second"""'],
    ['Kim = Alex', 'Kim = Alex'],
  ]
  for (const [name, field] of table)
    t.match(
      lines(fileOf([], { a: name, b: 'Robin' }))[0],
      `Month,${field},Robin,Babysitters,Total,`,
    )
  t.match(fileOf([sitter('2026-11-03', '=1+1')]), ',Babysitter: =1+1\r\n')
})
