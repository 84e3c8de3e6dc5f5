import t from 'tap'
import { postedSetUp, type SetUpForm } from '../../../src/household/calendars/set-up-form.ts'

t.test('what a client leaves out stays; on the screen, no ticked box means no day', async t => {
  const filled: SetUpForm = {
    names: { a: 'Alex', b: 'Robin' },
    unavailableWeekdays: { a: ['1'], b: [] },
    timeZone: 'Europe/Paris',
    you: 'b',
  }
  t.equal(postedSetUp({ calendar_id: 'family', you: 'a' }, filled), null, 'no set-up form')
  t.same(postedSetUp({ parent_a: 'Ada', unavailable_b: ['2', '3'] }, filled), {
    ...filled,
    names: { a: 'Ada', b: 'Robin' },
    unavailableWeekdays: { a: ['1'], b: ['2', '3'] },
  })
  const posted = { parent_a: 'Ada', parent_b: 'Bob', time_zone: 'UTC', you: 'a' }
  t.same(postedSetUp(posted, filled), {
    names: { a: 'Ada', b: 'Bob' },
    unavailableWeekdays: { a: [], b: [] },
    timeZone: 'UTC',
    you: 'a',
  })
  t.match(postedSetUp({ parent_a: ['x', 'y'] }, filled), { names: { a: '' } }, 'repeated')
})
