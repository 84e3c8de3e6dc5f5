import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { fitting } from '../../src/channels/fitting.ts'

const within = (limit: number) => (text: string) => Buffer.byteLength(text) <= limit

t.test('cuts what is too long between characters', async t => {
  t.equal(fitting('Sunday', within(6)), 'Sunday')
  t.equal(fitting('Sunday 🌙', within(11)), 'Sunday 🌙')
  t.equal(fitting('Sunday 🌙', within(10)), 'Sunday…')
  t.equal(fitting('🌙🌙🌙', within(11)), '🌙🌙…')
  t.equal(fitting('Sunday', within(5)), 'Su…')
  t.equal(fitting('a\ud83c', within(9)), 'a\ufffd')
})

t.test('any text is whole, or its longest beginning that fits', async t => {
  await checkOdd(
    t,
    fc.tuple(oddText({ seeds: ['🌙', 'é', '\ud83c'] }), fc.integer({ min: 3, max: 60 })),
    ([text, limit]) => {
      const fits = within(limit)
      const short = fitting(text, fits)
      const whole = text.toWellFormed()
      if (!fits(short)) throw new Error('too long')
      if (short === whole) return
      if (fits(whole)) throw new Error('cut without need')
      const kept = short.slice(0, -1)
      if (!short.endsWith('…') || !whole.startsWith(kept) || !kept.isWellFormed())
        throw new Error('not a beginning')
      const rest = whole.slice(kept.length).trim()
      if (rest === '') return
      const next = String.fromCodePoint(rest.codePointAt(0) ?? 0)
      const more = whole.slice(0, whole.indexOf(next, kept.length) + next.length)
      if (fits(`${more}…`)) throw new Error('shorter than it must be')
    },
  )
})
