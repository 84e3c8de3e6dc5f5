import { hasChangedLines, linesHash, noteOf } from '../src/event-note.ts'
import { eventText } from '@night-routine/wording'
import t from 'tap'

const link = 'http://localhost:8080/?month=2026-11&night=12#night'
const { summary, description } = eventText({
  caregiver: 'a',
  names: { a: 'Alex', b: 'Robin' },
  openTitle: 'No one yet',
  babysitter: null,
  sentence: 'Alex’s turn.',
  link,
})
const anchor = '<a href="http://localhost:8080/?month=2026-11&amp;night=12#night" target="_blank">'

t.test('a note of ours is not a person’s, whatever it says', async t => {
  for (const note of ['bath', 'a <b> & c', '&lt;b&gt; &amp;amp;', 'see #night', '"quoted" it’s'])
    for (const asHtml of [false, true]) {
      const names = { a: 'Alex', b: 'Robin' }
      const of = { caregiver: 'a', names, openTitle: '', babysitter: null } as const
      const ours = eventText({ ...of, sentence: 'Alex’s turn.', note, link })
      const html = ours.description.replaceAll('&', '&amp;').replaceAll('\n', '<br>')
      const seen = { ...ours, description: asHtml ? html : ours.description }
      t.equal(noteOf(seen), null, note)
      const properties = { lines: linesHash(ours.description) }
      t.equal(hasChangedLines({ ...seen, properties }), false, note)
    }
})

t.test('tells a person’s text from ours', async t => {
  const table: [string, { summary?: string; description?: string }, string | null][] = [
    ['nothing added', {}, null],
    ['in the title', { summary: '[Alex] theatre 🌃' }, 'theatre'],
    ['below', { description: `${description}\n\nBring the bear\n` }, 'Bring the bear'],
    [
      'as HTML',
      { description: `Alex’s turn.<br><br>${anchor}${link}</a><br>Bring the <i>bear</i>` },
      'Bring the <i>bear</i>',
    ],
    ['right after our link', { description: `${description}, and hugs` }, ', and hugs'],
    ['after a break', { description: `${description}<br />Bring the bear` }, 'Bring the bear'],
    ['our lines gone', { description: ' Bring the bear\n' }, 'Bring the bear'],
    ['too long', { description: '🧸'.repeat(4001) }, '🧸'.repeat(4000)],
    ['all gone', { description: '' }, null],
    [
      'both',
      { summary: '[Alex] theatre', description: `${description}\n\nbear` },
      'theatre\n\nbear',
    ],
    [
      'the title kept before',
      { summary: '[Alex] theatre', description: `${description}\n\ntheatre` },
      'theatre',
    ],
  ]
  for (const [name, change, note] of table)
    t.equal(noteOf({ summary, description, ...change }), note, name)
})

t.test('reads every sign that an editor escapes', async t => {
  const properties = { lines: linesHash(`D'Arcy & "Kim" <3 >2 ${link}`) }
  const html = `D&#39;Arcy &amp; &quot;Kim&quot; &lt;3 &gt;2 ${link.replace('&', '&amp;')}`
  t.equal(hasChangedLines({ description: html, properties }), false)
})

t.test('reads our lines after an editor turned them into HTML', async t => {
  const properties = { lines: linesHash(description) }
  const html = `Alex’s turn.<br><br>${anchor}${link.replace('&', '&amp;')}</a><br>x`
  t.equal(hasChangedLines({ description: html, properties }), false)
  t.equal(hasChangedLines({ description: `Pyjamas! ${html}`, properties }), true)
  t.equal(hasChangedLines({ description: 'Bring the bear', properties }), false, 'kept as a whole')
  t.equal(
    hasChangedLines({ description: `x${html}`, properties: {} }),
    false,
    'no hash on the event',
  )
})
