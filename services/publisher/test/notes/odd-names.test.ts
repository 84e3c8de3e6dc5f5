import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { siteFiles } from '../../src/notes/site-files.ts'
import { facts, night, rowsOf } from './some-facts.ts'

const files = (a: string, b: string, sitter: string) =>
  siteFiles(
    facts({
      names: { a, b },
      nights: [
        night('2026-11-19', 'a'),
        night('2026-11-20', 'b'),
        night('2026-11-21', 'babysitter', sitter),
        night('2026-12-01', null),
      ],
    }),
  )

const shapeOf = (list: ReturnType<typeof files>) =>
  list.map(({ path, text }) => [
    path,
    path.endsWith('.md') ? rowsOf(text).map(row => row.length) : [],
  ])

t.test('any name is one cell of a table, and no other file is lost', async t => {
  const name = oddText({ maxLength: 1_000, seeds: ['|', '\\|', '`', '[[', '%%', '---\n', ']]>'] })
  const usual = JSON.stringify(shapeOf(files('Alex', 'Robin', 'Zoë')))
  await checkOdd(
    t,
    fc.tuple(name, name, name),
    ([a, b, sitter]) => {
      const list = files(a, b, sitter)
      if (JSON.stringify(shapeOf(list)) !== usual) throw new Error(JSON.stringify(shapeOf(list)))
      const chart = list.find(({ path }) => path.endsWith('.svg'))?.text ?? ''
      if (!chart.isWellFormed() || chart.includes('\0')) throw new Error('not XML')
    },
    { cases: 150 },
  )
})
