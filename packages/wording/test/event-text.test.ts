import * as fc from 'fast-check'
import t from 'tap'
import { behindName, eventText, hasOurSuffix, nightAddress, readTitle } from '../src/event-text.ts'

const night = {
  caregiver: 'a',
  names: { a: 'Alex', b: 'Robin' },
  openTitle: 'No one yet',
  babysitter: null,
  sentence: 'Robin is away, so Alex does this night.',
  link: 'http://localhost:8080/?month=2026-11&night=12',
} as const

const shown = (title: string) => JSON.stringify(title).slice(0, 40)

t.test('an event shows who, why, and a link', async t => {
  t.same(eventText(night), {
    summary: '[Alex] 🌃👶Routine',
    description:
      'Robin is away, so Alex does this night.\n\nhttp://localhost:8080/?month=2026-11&night=12',
  })
  t.equal(eventText({ ...night, caregiver: 'b' }).summary, '[Robin] 🌃👶Routine')
  t.equal(
    eventText({ ...night, caregiver: 'babysitter', babysitter: { name: 'Kim' } }).summary,
    '[Kim] 🌃👶Routine',
  )
  t.equal(eventText({ ...night, caregiver: null }).summary, '[No one yet] 🌃👶Routine')
})

t.test('a note stands between the sentence and the link', async t => {
  const text = (note: string | null) => eventText({ ...night, note }).description.split('\n\n')
  t.same(text(null), [night.sentence, night.link])
  t.same(text('bath, medicine'), [night.sentence, 'bath, medicine', night.link])
  t.same(text('<b>38</b> &lt; 39 & up #night')[1], '‹b›38‹/b› & lt; 39 & up # night')
})

t.test('reads a name in brackets, whatever follows', async t => {
  const table: [string, string][] = [
    ['[Alex] 🌃👶Routine', 'Alex'],
    ['[Alex]', 'Alex'],
    ['[alex] routine', 'alex'],
    ['[ALEX]🌃👶Routine', 'ALEX'],
    ['  [  Alex  ]  🌃👶Routine ', 'Alex'],
    ['[Anna\u00a0 Lena] 🌃👶Routine', 'Anna Lena'],
    ["[Alex] Robin's birthday", 'Alex'],
    ['[Grandma & Grandpa] 🌃👶Routine', 'Grandma & Grandpa'],
    ['[👩‍🚀] 🌃👶Routine', '👩‍🚀'],
    ['[Zoe\u0308]', 'Zoë'],
    ['[Anna\nLena]', 'Anna Lena'],
    ['[Routine] 🌃👶Routine', 'Routine'],
  ]
  for (const [title, name] of table) t.same(readTitle(title), { name, bracketed: true }, title)
})

t.test('reads a bare name, with and without our suffix', async t => {
  const table: [string, string][] = [
    ['Alex', 'Alex'],
    [' robin ', 'robin'],
    ['Alex 🌃👶Routine', 'Alex'],
    ['Alex🌃👶', 'Alex'],
    ['Alex routine', 'Alex'],
    ['Alex 🌃 👶 ROUTINE ', 'Alex'],
    ['🌃👶 Alex', 'Alex'],
    ['Dinner with Sam', 'Dinner with Sam'],
    ['Subroutine', 'Subroutine'],
  ]
  for (const [title, name] of table) t.same(readTitle(title), { name, bracketed: false }, title)
})

t.test('reads brackets of full width as brackets', async t => {
  t.same(readTitle('［Alex］ 🌃👶Routine'), { name: 'Alex', bracketed: true })
  t.equal(behindName('［Alex］ until nine'), 'until nine')
  t.equal(readTitle('［Alex］ ［Robin］'), 'unreadable')
})

t.test('a title without a name is unreadable', async t => {
  const unreadable = [
    '',
    '   ',
    '[]',
    '[  ] 🌃👶Routine',
    '🌃👶Routine',
    'routine',
    '[\u200b]',
    '\u2060\ufe0f',
    '[Alex',
    'Alex]',
    '[[Alex]]',
    '[Alex] [Robin]',
    'Bedtime [Alex]',
    'Al\u0007ex',
    'Al\ud83dex',
    'x'.repeat(8192),
  ]
  for (const title of unreadable) t.equal(readTitle(title), 'unreadable', shown(title))
})

t.test('a bracketed name that is not allowed has its own fault', async t => {
  const table = ['[Al\u0007ex]', '[Al\ud83dex]', '[\u202excelA\u202c]', `[${'x'.repeat(81)}]`]
  for (const title of table) t.equal(readTitle(title), 'name-not-allowed', shown(title))
})

t.test('counts 80 characters as people do', async t => {
  t.same(readTitle(`[${'👶'.repeat(80)}]`), { name: '👶'.repeat(80), bracketed: true })
  t.equal(readTitle(`[${'👶'.repeat(81)}]`), 'name-not-allowed')
})

t.test('reads every allowed name back from its title', async t => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map(text => text.normalize('NFC').replace(/\s+/gu, ' ').trim())
    .filter(text => /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text))
    .filter(text => Array.from(text).length <= 80)
    .filter(text => !/[[\]［］\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}]/u.test(text))
  fc.assert(
    fc.property(name, given => {
      const { summary } = eventText({ ...night, names: { a: given, b: 'Robin' } })
      const read = readTitle(summary)
      return typeof read === 'object' && read.name === given
    }),
    { numRuns: 2000 },
  )
  t.pass()
})

t.test('reading never throws', async t => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), title => {
      const read = readTitle(title)
      return typeof read === 'string' || (read.name !== '' && read.name === read.name.trim())
    }),
    { numRuns: 2000 },
  )
  t.pass()
})

t.test('the text behind the name is what a person wrote there', async t => {
  t.equal(behindName('[Alex] 🌃👶 bring the book 🌃👶Routine'), 'bring the book')
  t.equal(behindName('[Alex] the routine of old'), 'the routine of old')
  t.equal(behindName('[Alex] 🌃👶Routine'), '')
  t.equal(behindName('Alex'), '', 'no brackets')
})

t.test('our suffix ends a title, spaces aside', async t => {
  t.equal(hasOurSuffix(' [Alex] 🌃👶Routine '), true)
  t.equal(hasOurSuffix('🌃👶Routine of Alex'), false)
  t.equal(hasOurSuffix('[Alex]'), false)
})

t.test('the address of a night names its month, its id and its place on the page', async t => {
  t.equal(
    nightAddress(
      { id: 12n, night: Temporal.PlainDate.from('2026-11-20') },
      'http://localhost:8080',
    ),
    'http://localhost:8080/?month=2026-11&night=12#night',
  )
})
