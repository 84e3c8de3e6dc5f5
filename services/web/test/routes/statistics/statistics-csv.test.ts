import { wordingFor } from '@night-routine/wording'
import t from 'tap'
import { statisticsCsv } from '../../../src/routes/statistics/statistics-csv.ts'
import { assignment, inTurn, month, sitter } from '../../nights.ts'

const months = [month('2026-11'), month('2026-10')]
const names = { a: 'Alex', b: 'Robin' }
const wording = wordingFor('en')

/** Fields of a line as they stand there, quotes and all. */
const lines = (file: string) => file.replace('\uFEFF', '').split('\r\n')

t.test('a line per month, babysitters apart and by name', async t => {
  const nights = [
    ...inTurn('2026-10-30', 4),
    sitter('2026-11-03', 'Maria'),
    sitter('2026-11-04', 'Jo'),
    sitter('2026-11-05', 'Maria'),
    assignment('2026-11-06', null),
  ]
  t.same(lines(statisticsCsv({ months, nights, names, wording })), [
    'Month,Alex,Robin,Babysitters,Total,Babysitter: Jo,Babysitter: Maria',
    '2026-11,1,1,3,5,1,2',
    '2026-10,1,1,0,2,0,0',
    '',
  ])
})

t.test('every line ends with CRLF, and the file says that it is UTF-8', async t => {
  const file = statisticsCsv({ months, nights: [], names: { a: 'Zoë', b: 'Σίμων' }, wording })
  t.ok(file.startsWith('\uFEFFMonth,Zoë,Σίμων,'))
  t.equal(file.match(/\r\n/g)?.length, 3)
  t.notMatch(file, /(?<!\r)\n|\r(?!\n)/)
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
    t.equal(
      lines(statisticsCsv({ months: [], nights: [], names: { a: name, b: 'Robin' }, wording }))[0],
      `Month,${field},Robin,Babysitters,Total`,
    )
  const nights = [sitter('2026-11-03', '=1+1')]
  t.match(statisticsCsv({ months, nights, names, wording }), ',Babysitter: =1+1\r\n')
})
