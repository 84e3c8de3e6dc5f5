import type { Assignment } from '@night-routine/database/nights'
import { shortNames, wordingFor } from '@night-routine/wording'
import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { chart } from '../../src/notes/chart.ts'
import { plainText } from '../../src/notes/markdown.ts'
import { indexNote, monthNote, statisticsNote } from '../../src/notes/notes.ts'
import { siteFiles } from '../../src/notes/site-files.ts'
import { shownNames } from '../../src/notes/site-facts.ts'
import { facts, night, rowsOf } from './some-facts.ts'

const week = [
  night('2026-11-20', 'a'),
  night('2026-11-21', 'b'),
  night('2026-11-22', 'babysitter', 'Kim'),
  night('2026-11-23', 'babysitter'),
  night('2026-11-24', null),
]

t.test('the first page has tonight, seven nights and links', async t => {
  const note = indexNote(facts({ nights: week }), ['2026-11'])
  const banner =
    '<div class="banner blue">\n\nTonight\\, Friday 20 November\n\n# Alex\n\n</div>\n\n## '
  t.equal(note.slice(0, banner.length), banner, 'tonight, large and in the colour of who does it')
  t.same(rowsOf(note).slice(1), [
    ['Saturday 21 November', '<span class="orange">Robin</span>'],
    ['Sunday 22 November', '<span class="green">Babysitter\\: Kim</span>'],
    ['Monday 23 November', '<span class="green">Babysitter</span>'],
    ['Tuesday 24 November', 'No one yet'],
    ['Wednesday 25 November', 'Nothing planned yet'],
    ['Thursday 26 November', 'Nothing planned yet'],
    ['Friday 27 November', 'Nothing planned yet'],
  ])
  t.match(note, '- [November 2026](2026-11.md)')
  const later = indexNote(facts({ nights: week }), ['2026-10', '2026-11', '2026-12'])
  t.match(later, /2026-12\.md\)\n.*2026-11\.md\)\n.*2026-10\.md\)\n$/, 'the newest month first')
  t.match(
    indexNote(facts(), []),
    '<div class="banner">\n\nTonight\\, Friday 20 November\n\n# Nothing planned',
  )
  t.match(indexNote(facts(), []), 'Nothing is planned yet')
  const french = indexNote(facts({ nights: week, wording: wordingFor('fr') }), ['2026-11'])
  t.match(french, '- [Novembre 2026](2026-11.md)')
})

const beginnings = (language: string) =>
  siteFiles(facts({ nights: week, wording: wordingFor(language) }))
    .filter(({ path }) => path.endsWith('.md'))
    .map(({ text }) => text.slice(0, text.search(/^[#<]/m)))

t.test('the first page is called Tonight, and other languages than English are stated', async t => {
  t.same(beginnings('en'), ['---\ntitle: Tonight\n---\n\n', '', ''])
  const french = '---\nlang: fr\n---\n\n'
  t.same(beginnings('fr'), ['---\ntitle: Ce soir\nlang: fr\n---\n\n', french, french])
})

t.test('a month is whole weeks for any first day of the week', async () => {
  const month = fc.record({
    year: fc.integer({ min: 2000, max: 2100 }),
    month: fc.integer({ min: 1, max: 12 }),
  })
  fc.assert(
    fc.property(month, fc.integer({ min: 1, max: 7 }), (which, weekStart) => {
      const yearMonth = Temporal.PlainYearMonth.from(which)
      const settings = { ...facts().settings, weekStart }
      const text = yearMonth.toString()
      const [, ...rows] = rowsOf(monthNote(text, facts({ settings }), [text]))
      const days = rows.flatMap(cells =>
        cells.flatMap((cell, column) => (cell === '' ? [] : [{ cell, column }])),
      )
      return (
        rows.every(cells => cells.length === 7 && cells.some(cell => cell !== '')) &&
        days.length === yearMonth.daysInMonth &&
        days.every(({ cell, column }, index) => {
          const date = yearMonth.toPlainDate({ day: index + 1 })
          const number = date.equals(facts().tonight) ? `==**${date.day}**==` : `**${date.day}**`
          return cell === number && (date.dayOfWeek - weekStart + 7) % 7 === column
        })
      )
    }),
  )
})

t.test('a month links to the months around it', async t => {
  const note = monthNote('2026-11', facts({ nights: week }), ['2026-10', '2026-11', '2026-12'])
  t.match(
    note,
    '| ==**20**== <span class="blue">Alex</span> | **21** <span class="orange">Robin</span> | ' +
      '**22** <span class="green">*Kim*</span> |',
  )
  t.match(note, '**24** No one yet | **25** |')
  t.match(note, /\(2026-10\.md\)\n.*\(2026-12\.md\)\n.*\(index\.md\)/)
})

t.test('statistics end with this month, in the chosen order', async t => {
  const done = [night('2026-10-01', 'a'), night('2026-11-19', 'a')]
  const nights = [...done, ...week, night('2026-12-01', 'b')]
  t.same(rowsOf(statisticsNote(facts({ nights }))).slice(1), [
    ['November 2026', 'planned', '1', '1', '2', '4'],
    ['November 2026', 'so far', '1', '0', '0', '1'],
    ['October 2026', 'so far', '1', '0', '0', '1'],
    ['All months', 'with the plan', '3', '1', '2', '6'],
  ])
  const settings = { ...facts().settings, statisticsOrder: 'oldest' as const }
  t.equal(rowsOf(statisticsNote(facts({ nights, settings })))[1]?.[0], 'October 2026')
  t.match(statisticsNote(facts()), 'Nothing to compare yet')
  const drawn = chart(facts({ nights }))
  t.equal(drawn.match(/text-anchor/g)?.length, 4, 'a number for each bar')
  t.match(drawn, '@media (prefers-color-scheme: dark){', 'and it follows the dark')
  t.same(
    drawn
      .match(/<(?:rect|text)[^>]*>/g)
      ?.filter(shape => !/class="(?:paper|ink|on|a|b|babysitter)"/.test(shape)),
    [],
  )
})

t.test('escapes names in Markdown and XML', async t => {
  t.equal(
    plainText('a|b [x](y) <b> *c* `d`\n# e'),
    'a\\|b \\[x\\]\\(y\\) \\<b\\> \\*c\\* \\`d\\` \\# e',
  )
  const seeds = ['|', '\\', '\\|', '<script>', '&lt;', '\u2028', '](x)', '`', '[[', '---\n', ']]>']
  await checkOdd(t, oddText({ maxLength: 200, seeds }), name => {
    const nights = [night('2026-11-20', 'a'), night('2026-11-21', 'babysitter', name || 'x')]
    const given = facts({ nights, names: { a: name, b: 'Robin' } })
    const tables = [
      rowsOf(indexNote(given, ['2026-11'])),
      rowsOf(monthNote('2026-11', given, ['2026-11'])),
      rowsOf(statisticsNote(given)),
    ]
    if (tables.some(rows => new Set(rows.map(row => row.length)).size !== 1))
      throw new Error('another cell')
    const drawn = chart(given)
    if (!drawn.isWellFormed() || drawn.includes('\0')) throw new Error('not XML')
    const texts = [...drawn.matchAll(/>([^<]*)</g)].map(([, text = '']) => text)
    if (texts.some(text => /&(?!amp;|lt;|gt;|quot;)/.test(text))) throw new Error('not escaped')
  })
})

t.test('the parents have different initials', async t => {
  for (const [a, b, short] of [
    ['Alex', 'Robin', 'A R'],
    ['Alex', 'Anna', 'Al An'],
    ['Alex', 'alexandra', 'AA aB'],
    ['Élodie', '👩‍👩‍👧 Mum', 'É 👩‍👩‍👧'],
  ] as const) {
    const shown = shortNames({ a, b }, 1)
    t.equal(`${shown.a} ${shown.b}`, short)
  }
})

t.test('with initials, no file has a name', async t => {
  const nights = [...week, night('2026-11-25', 'babysitter', 'Maria')]
  const names = { a: 'Alexandra', b: 'Robin' }
  const files = siteFiles(facts(shownNames({ names, nights, show: 'initials' })))
  for (const { path, text } of files)
    t.notMatch(text.replaceAll('\u00AD', ''), /Alexandra|Robin|Kim|Maria/, path)
  t.match(siteFiles(facts(shownNames({ names, nights, show: 'names' })))[0]?.text, 'Alexandra')
})

const textsOf = (nights: readonly Assignment[]) =>
  siteFiles(facts({ nights })).map(file => file.text)

t.test('no file has absences or reasons', async t => {
  const dates = { from: '2026-11-20', to: '2026-11-26' }
  const because = week.map(each => ({
    ...each,
    reason: 'Unavailability' as const,
    explanation: each.explanation && { ...each.explanation, away: ['b' as const], absence: dates },
  }))
  t.same(textsOf(because), textsOf(week.map(each => ({ ...each, explanation: null }))))
})

t.test('output is deterministic; one changed night changes its month and the sums', async t => {
  const files = (nights = week) =>
    new Map(siteFiles(facts({ nights })).map(({ path, text }) => [path, text]))
  t.same([...files()], [...files()])
  t.same(
    [...files().keys()],
    ['index.md', '2026-11.md', 'statistics.md', 'statistics.svg', 'calendar.ics'],
  )
  const before = files([...week, night('2026-12-20', 'a')])
  const after = files([...week, night('2026-12-20', 'b')])
  const changed = [...after.keys()].filter(path => after.get(path) !== before.get(path))
  t.same(changed, ['2026-12.md', 'calendar.ics'])
})
