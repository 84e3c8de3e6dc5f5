import t from 'tap'
import { firstOf } from '../../../src/routes/pages/around.ts'
import { pageNumber, pageOf, pagesView } from '../../../src/routes/pages/paging.ts'
import { wordingFor } from '@night-routine/wording'

const wording = wordingFor('en')
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const cut = (count: number, page: number) => pageOf(numbers(count), { page, size: 3 })

t.test('cuts a list into pages', async t => {
  t.same(cut(0, 1), { shown: [], page: 1, pages: 1 })
  t.same(cut(3, 1), { shown: [1, 2, 3], page: 1, pages: 1 })
  t.same(cut(4, 1), { shown: [1, 2, 3], page: 1, pages: 2 })
  t.same(cut(4, 2), { shown: [4], page: 2, pages: 2 })
  t.same(cut(4, 3), { shown: [4], page: 2, pages: 2 }, 'the last one')
})

const beside = (page: number, pages: number) => {
  const { place, previous, next } = pagesView({ page, pages }, '/?q=a', wording)
  return [place, previous, next]
}

t.test('leads to the pages beside one', async t => {
  t.same(beside(1, 1), ['', '', ''])
  t.same(beside(1, 2), ['Page 1 of 2', '', '/?q=a&page=2'])
  t.same(beside(2, 3), ['Page 2 of 3', '/?q=a', '/?q=a&page=3'])
  t.same(beside(3, 3), ['Page 3 of 3', '/?q=a&page=2', ''])
})

t.test('reads the number of a page', async t => {
  for (const [text, page] of [
    ['1', 1],
    ['20', 20],
    ['999999', 999_999],
    ['1000000', 1],
    ['02', 1],
    ['x2', 1],
    ['2x', 1],
    [['2', '3'], 1],
    [undefined, 1],
  ] as const)
    t.equal(pageNumber(text), page, String(text))
})

const notes = (count: number) =>
  numbers(count).map(at => ({ path: `a/b/${at}.md`, title: 't', address: '/', date: '' }))

const first = (count: number) => firstOf(notes(count), '/n?linked', wording)

t.test('below a note are 100 links, and then one to all of them', async t => {
  t.equal(first(100).more, undefined)
  t.same(first(101).more, { name: 'And 1 more', address: '/n?linked' })
  t.equal(first(101).linked.length, 100)
  t.equal(first(1).linked[0]?.folder, 'a › b')
})
