import t from 'tap'
import { signInPlaces } from '../src/sign-in-places.ts'

/** Work that runs until it is ended. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { run: () => promise, end: () => resolve('done') }
}

const refusal = (seconds: number) => new Error(`busy for ${seconds} s`)
const busy = { message: /^busy for [2-7] s$/ }

t.test('refuses work beyond the limit at once, and frees a place when work ends', async t => {
  const places = signInPlaces(refusal, { all: 3, each: 2, atWork: 3 })
  const [one, two, three] = [work(), work(), work()]
  const first = places.run('a', one.run)
  const second = places.run('a', two.run)
  await t.rejects(places.run('a', work().run), busy, 'one network does not get all places')
  const third = places.run('b', three.run)
  await t.rejects(places.run('c', work().run), busy, 'no place is left')
  t.throws(() => places.assertFree('c'), busy)
  one.end()
  t.equal(await first, 'done')
  const fourth = places.run('c', async () => 'in')
  t.equal(await fourth, 'in')
  two.end()
  three.end()
  t.same(await Promise.all([second, third]), ['done', 'done'])
})

t.test('work that waits has a place, too', async t => {
  const places = signInPlaces(refusal, { all: 2, each: 2, atWork: 1 })
  const one = work()
  const first = places.run('a', one.run)
  const second = places.run('b', async () => 'done')
  await t.rejects(places.run('c', work().run), busy)
  one.end()
  t.same(await Promise.all([first, second]), ['done', 'done'])
})

t.test('a network that has one place back may take one', async t => {
  const places = signInPlaces(refusal, { all: 9, each: 2, atWork: 9 })
  const [one, two, three] = [work(), work(), work()]
  const first = places.run('a', one.run)
  const second = places.run('a', two.run)
  one.end()
  await first
  const third = places.run('a', three.run)
  t.throws(() => places.assertFree('a'), busy)
  two.end()
  three.end()
  t.same(await Promise.all([second, third]), ['done', 'done'])
})

const failing = async () => {
  throw new Error('no')
}

t.test('failed work frees its place', async t => {
  const places = signInPlaces(refusal, { all: 1, each: 1 })
  await t.rejects(places.run('a', failing), /no/)
  t.equal(await places.run('a', async () => 'in'), 'in')
})
