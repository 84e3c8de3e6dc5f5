import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import t from 'tap'
import type { Test } from 'tap'

// What the script does around pg_dump. The two programs stand in here: a dump is what the password was.
const standIns = {
  pg_dump: '#!/bin/sh\nfor word; do last=$word; done\necho "$PGPASSWORD" >"${last#--file=}"\n',
  pg_restore: '#!/bin/sh\ngrep -q hunter2 "$2"\n',
}

function place(t: Test, password = 'hunter2') {
  const folder = t.testdir({ bin: standIns, dumps: {}, password: `${password}\n` })
  for (const name of Object.keys(standIns)) chmodSync(`${folder}/bin/${name}`, 0o755)
  const env = {
    PATH: `${folder}/bin:${process.env['PATH']}`,
    BACKUP_FOLDER: `${folder}/dumps`,
    PGPASSWORD_FILE: `${folder}/password`,
    BACKUP_EVERY_HOURS: '24',
    BACKUP_KEEP_DAYS: '14',
  }
  return {
    dumps: `${folder}/dumps`,
    run: (...words: string[]) =>
      spawnSync('sh', ['infra/backup/backup.sh', ...words], { env, encoding: 'utf8' }),
  }
}

function age(path: string, days: number) {
  const seconds = performance.timeOrigin / 1000 - days * 86_400
  utimesSync(path, seconds, seconds)
}

t.test('a dump gets its name when it is whole; it has the password from the file', async t => {
  const { dumps, run } = place(t)
  t.not(run('check').status, 0, 'there is none yet')
  t.equal(run('once').status, 0)
  const [name = '', ...others] = readdirSync(dumps)
  t.match(name, /^night-routine-\d{8}T\d{6}Z\.dump$/)
  t.strictSame(others, [])
  t.equal(readFileSync(`${dumps}/${name}`, 'utf8'), 'hunter2\n')
  t.equal(run('check').status, 0)
  age(`${dumps}/${name}`, 2)
  t.not(run('check').status, 0, 'it is too old')
})

t.test('a dump that cannot be read gets no name, removes nothing, and is a failure', async t => {
  const { dumps, run } = place(t, 'wrong')
  const old = `${dumps}/night-routine-20200101T000000Z.dump`
  writeFileSync(old, 'hunter2')
  age(old, 100)
  t.not(run('once').status, 0)
  t.strictSame(
    readdirSync(dumps).filter(name => name.endsWith('.dump')),
    ['night-routine-20200101T000000Z.dump'],
  )
})

t.test('old dumps are removed, and nothing else', async t => {
  const { dumps, run } = place(t)
  for (const [name, days] of [
    ['night-routine-20200101T000000Z.dump', 20],
    ['night-routine-20200102T000000Z.dump.part', 20],
    ['night-routine-20200103T000000Z.dump', 10],
    ['holiday.jpg', 100],
  ] as const) {
    writeFileSync(`${dumps}/${name}`, '')
    age(`${dumps}/${name}`, days)
  }
  t.equal(run('once').status, 0)
  const kept = readdirSync(dumps)
  t.equal(kept.length, 3)
  t.ok(kept.includes('holiday.jpg'))
  t.ok(kept.includes('night-routine-20200103T000000Z.dump'))
})

t.test('a word it does not know is refused', async t => {
  t.equal(place(t).run('restore').status, 2)
})
