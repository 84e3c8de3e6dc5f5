import t from 'tap'
import {
  backupName,
  backupsAmong,
  isYoung,
  msUntilDue,
  outdated,
} from '../../src/recovery/keep-backups.ts'
import { now } from './place.ts'

const ago = (hours: number) => backupName(now.subtract({ hours }))

const removed = (...files: string[]) =>
  outdated(backupsAmong(files), { now, days: 14 }).map(({ file }) => file)
const young = (...files: string[]) => isYoung(backupsAmong(files), { now, hours: 25 })
const hoursUntilDue = (...files: string[]) =>
  msUntilDue(backupsAmong(files), { now, hours: 24 }) / 3_600_000

t.test('reads the time from the name, and ignores other files', async t => {
  t.equal(ago(0), 'night-routine-20261120T180000Z.backup')
  t.equal(backupName(now.add({ milliseconds: 250 })), ago(0))
  const files = [ago(48), 'holiday.jpg', ago(1), `${ago(2)}.part-12`, `${ago(3)}.old`, 'x']
  t.same(
    backupsAmong(files).map(({ file, isPart }) => `${file} ${isPart}`),
    [`${ago(1)} false`, `${ago(2)}.part-12 true`, `${ago(48)} false`],
  )
})

t.test('deletes old backups, but never the newest complete one', async t => {
  const recent = Array.from({ length: 7 }, (_, days) => ago(1 + 24 * days))
  const old = [15, 16, 400].map(days => ago(24 * days))
  t.same(removed(...recent, ago(24 * 13), ...old), old)
  t.same(removed(ago(1), ...old), [], 'the newest seven stay, whatever their age')
  t.same(removed(...recent.slice(1), ...old), old.slice(1))
  t.same(removed(`${ago(1)}.part-1`, ...recent.slice(1), ...old), old.slice(1), 'an incomplete one')
  t.same(removed(ago(-24 * 400), ...recent.slice(1), ...old), old.slice(1), 'one of the future')
  t.same(removed(`${ago(30)}.part-1`, ago(1)), [`${ago(30)}.part-1`], 'the rest of a killed backup')
})

t.test('the newest complete backup says whether backups are recent', async t => {
  t.ok(young(ago(25)))
  t.notOk(young(ago(26)))
  t.notOk(young(`${ago(1)}.part-1`))
  t.notOk(young(ago(-1), ago(26)), 'one of the future does not count')
  t.notOk(young())
})

t.test('the next backup is due when the newest complete one is a day old', async t => {
  t.equal(hoursUntilDue(), 0)
  t.equal(hoursUntilDue(ago(2), ago(30)), 22)
  t.equal(hoursUntilDue(ago(24)), 0)
  t.equal(hoursUntilDue(ago(400)), 0)
  t.equal(hoursUntilDue(`${ago(1)}.part-1`, ago(5)), 19, 'an incomplete one does not count')
  t.equal(hoursUntilDue(ago(-1), ago(5)), 19, 'the clock was wrong when that one was made')
})
