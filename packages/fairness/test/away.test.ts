import { isAway } from '@night-routine/fairness'
import t from 'tap'
import { always, awayFrom, day } from './requests.ts'

const awayNights = (availability: Parameters<typeof isAway>[0]) =>
  Array.from({ length: 14 }, (_, index) => index).filter(index => isAway(availability, day(index)))

t.test('a parent without absences is never away', async t => {
  t.same(awayNights(always), [])
})

t.test('weekdays count from Monday, 1, to Sunday, 7', async t => {
  t.same(awayNights({ weekdays: [1], ranges: [] }), [0, 7])
  t.same(awayNights({ weekdays: [7, 3], ranges: [] }), [2, 6, 9, 13])
})

t.test('a range includes both ends', async t => {
  t.same(awayNights(awayFrom(3, 5)), [3, 4, 5])
  t.same(awayNights(awayFrom(4, 4)), [4])
})

t.test('combines weekdays and ranges', async t => {
  const ranges = [...awayFrom(2, 4).ranges, ...awayFrom(4, 5).ranges, ...awayFrom(9, 9).ranges]
  t.same(awayNights({ weekdays: [2], ranges }), [1, 2, 3, 4, 5, 8, 9])
})
