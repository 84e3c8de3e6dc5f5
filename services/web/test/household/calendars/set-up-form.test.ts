import t from 'tap'
import { postedSetUp, type SetUpForm } from '../../../src/household/calendars/set-up-form.ts'

const filled: SetUpForm = {
  names: { a: 'Alex', b: 'Robin' },
  unavailableWeekdays: { a: ['1'], b: [] },
  timeZone: 'Europe/Paris',
  you: 'b',
}

t.test('a form without set-up fields is not a set-up form', async t => {
  t.equal(postedSetUp({ calendar_id: 'family' }, filled), null)
  t.equal(postedSetUp({ calendar_id: 'family', you: 'a' }, filled), null)
})

t.test('what a client leaves out stays as it was', async t => {
  t.same(postedSetUp({ parent_a: 'Ada' }, filled), {
    ...filled,
    names: { a: 'Ada', b: 'Robin' },
  })
  t.same(postedSetUp({ unavailable_b: ['2', '3'] }, filled), {
    ...filled,
    unavailableWeekdays: { a: ['1'], b: ['2', '3'] },
  })
})

t.test('on the screen, no ticked box means no day', async t => {
  const posted = { parent_a: 'Ada', parent_b: 'Bob', time_zone: 'UTC', you: 'a' }
  t.same(postedSetUp(posted, filled), {
    names: { a: 'Ada', b: 'Bob' },
    unavailableWeekdays: { a: [], b: [] },
    timeZone: 'UTC',
    you: 'a',
  })
})

t.test('a repeated name is an empty one', async t => {
  t.match(postedSetUp({ parent_a: ['x', 'y'] }, filled), { names: { a: '' } })
})
