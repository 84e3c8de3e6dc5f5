import { raiseNotice, readNotices } from '@night-routine/database/calendar'
import { readAssignment, readNights, type Assignment } from '@night-routine/database/nights'
import t, { type Test } from 'tap'
import { sync } from '../../../src/nights/home/sync.ts'
import { Browser } from '../../browser.ts'
import { alex, noWakes } from '../../demo-household.ts'
import { runWeb } from '../../running-web.ts'

async function open(t: Test) {
  const web = await runWeb(t)
  const { db, clock } = web
  await sync({ db, lockingDb: db, clock, wake: noWakes }, alex)
  const browser = new Browser(web)
  await browser.signIn('alex@example.com')
  const today = clock.now().toZonedDateTimeISO('Europe/Paris').toPlainDate()
  const read = () => readNights(db, today, today.add({ days: 40 }))
  const nights = await read()
  const of = (parent: 'a' | 'b', from = 2) => {
    const night = nights.slice(from).find(({ caregiver }) => caregiver === parent)
    if (!night) throw new Error('the plan has both')
    return night
  }
  return { web, browser, read, of, stored: ({ id }: Assignment) => readAssignment(db, id) }
}

const id = (night: Assignment) => night.id.toString()
const written = (nights: Assignment[]) =>
  nights.map(({ night, caregiver, revision }) => `${night.toString()} ${caregiver} ${revision}`)
const other = { a: 'b', b: 'a' } as const

t.test('each form redirects to its night with a message and Undo', async t => {
  const { browser, of, stored } = await open(t)
  const night = of('a')
  const back = `/?night=${id(night)}`
  const change = async (path: string, form: Record<string, string>) => {
    const { statusCode, headers } = await browser.post(path, { assignment_id: id(night), ...form })
    t.same([statusCode, headers.location], [302, back], path)
    const { body } = await browser.get(`/?night=${id(night)}`)
    const { undo } = /name="change" value="(?<undo>[^"]+)"/.exec(body)?.groups ?? {}
    t.ok(undo, `${path} can be undone`)
    return { body, undo: String(undo) }
  }

  const given = await change('/nights/give', { to: 'b' })
  t.match(given.body, /Robin has .+ instead/)
  t.match((await browser.get(`/?night=${id(night)}&choice=unlock`)).body, 'Unlock, and')
  t.match(await stored(night), { caregiver: 'b', override: true })

  const booked = await change('/nights/babysitter', { babysitter_name: 'Maria' })
  t.match(booked.body, /Booked\. Maria has .+ instead/)
  const { body: sitters } = await browser.get(`/?night=${id(night)}&choice=babysitter`)
  t.match(sitters, '<option value="Maria">')
  t.match(await stored(night), { caregiver: 'babysitter', babysitter: { name: 'Maria' } })

  const undone = await browser.post('/changes/undo', { change: booked.undo })
  t.same([undone.statusCode, undone.headers.location], [302, '/'])
  const home = await browser.get('/')
  t.match(home.body, 'Undone.')
  t.notMatch(home.body, '>Undo<')
  t.match(await stored(night), { caregiver: 'b', override: true })

  const unlocked = await change('/nights/unlock', {})
  t.match(unlocked.body, /Unlocked\. Alex has .+ instead/)
  t.match(await stored(night), { caregiver: 'a', override: false })
})

t.test('a babysitter’s name that is almost a parent’s raises a question instead', async t => {
  const { web, browser, of, read, stored } = await open(t)
  const [night, second] = [of('a'), of('a', 6)]
  const before = written(await read())
  const book = (babysitter_name: string, { id: number } = night) =>
    browser.post('/nights/babysitter', {
      assignment_id: number.toString(),
      babysitter_name,
      // Only JSON can say that the name is meant.
      confirm: 'true',
    })
  for (const time of ['once', 'twice']) {
    const { statusCode, headers } = await book(' Robyn ')
    t.same([statusCode, headers.location], [302, '/#notices-title'], time)
  }
  t.same(written(await read()), before, 'nothing changed')
  const [notice, ...more] = await readNotices(web.db)
  t.match([notice, more], [{ kind: 'near-name', data: { asked: 'Robyn', parent: 'b' } }, []])
  const { body } = await browser.get('/')
  t.match(body, /did you mean Robin\? “Robyn” is almost the same name/)
  t.match(body, '<button type="submit"><span>Yes, it’s <bdi>Robin</bdi></span></button>')
  t.match(body, '<span>No, a babysitter named <bdi>Robyn</bdi></span></button>')

  const answer = (said: string, notice_id = String(notice?.id)) =>
    browser.post('/notices/answer', { notice_id, answer: said })
  for (const [said, number] of [
    ['maybe', undefined],
    ['parent', 'x'],
  ] as const)
    t.equal((await answer(said, number)).statusCode, 400)
  const yes = await answer('parent')
  t.same([yes.statusCode, yes.headers.location], [302, `/?night=${id(night)}`])
  t.match((await browser.get(`/?night=${id(night)}`)).body, /Robin has .+ instead/)
  t.match(await stored(night), { caregiver: 'b', override: true })
  t.same(await readNotices(web.db), [])
  const late = await answer('babysitter')
  t.same([late.statusCode, late.headers.location], [302, '/'], 'it was answered')
  t.match(await stored(night), { caregiver: 'b' })

  await book('Robyn', second)
  const [next] = await readNotices(web.db)
  const no = await answer('babysitter', String(next?.id))
  t.same([no.statusCode, no.headers.location], [302, `/?night=${id(second)}`])
  t.match(await stored(second), { caregiver: 'babysitter', babysitter: { name: 'Robyn' } })
  t.equal((await book('robyn')).headers.location, `/?night=${id(night)}`, 'known from now on')
  t.match(await stored(night), { caregiver: 'babysitter', babysitter: { name: 'robyn' } })
})

t.test(
  'a question about a night that is not planned any more is refused, and can be dismissed',
  async t => {
    const { web, browser, read } = await open(t)
    const before = written(await read())
    const night = Temporal.PlainDate.from('2026-01-01')
    const data = { asked: 'Robyn', parent: 'b' }
    await raiseNotice(web.db, { kind: 'near-name', night, data }, web.clock.now())
    const [notice] = await readNotices(web.db)
    const form = { notice_id: String(notice?.id) }
    const answered = await browser.post('/notices/answer', { ...form, answer: 'parent' })
    t.equal(answered.statusCode, 404)
    t.equal((await browser.post('/notices/dismiss', form)).statusCode, 302)
    t.same(await readNotices(web.db), [])
    t.same(written(await read()), before)
  },
)

t.test('a swap shows what it would change, and changes nothing yet', async t => {
  const { browser, of, stored } = await open(t)
  const [one, two] = [of('a'), of('b')]
  const { statusCode, body } = await browser.get(`/?night=${id(one)}&swap=${id(two)}`)
  t.equal(statusCode, 200)
  t.match(body, / would get .+ instead\./)
  t.match(body, 'action="/nights/swap"')
  t.notMatch(body, 'action="/nights/babysitter"')
  t.match(body, new RegExp(`href="/\\?night=?(?:&#x3D;)?${id(one)}#night">Don’t swap`))
  t.match(await stored(one), { caregiver: 'a', override: false })
  for (const [swap, status] of Object.entries({ x: 400, [id(one)]: 400, 999999: 404 }))
    t.equal((await browser.get(`/?night=${id(one)}&swap=${swap}`)).statusCode, status, swap)
})

t.test('two nights are swapped in one step', async t => {
  const { browser, of, stored } = await open(t)
  const [one, two] = [of('a'), of('b')]
  const page = await browser.get(`/?night=${id(one)}&choice=swap`)
  t.match(page.body, `swap&#x3D;${id(two)}#night`, 'it is offered')
  const { statusCode } = await browser.post('/nights/swap', {
    assignment_id: id(one),
    other_id: id(two),
  })
  t.equal(statusCode, 302)
  for (const night of [one, two])
    t.match(await stored(night), {
      caregiver: other[night.caregiver as 'a' | 'b'],
      override: true,
    })
  const again = { assignment_id: id(one), other_id: id(two) }
  t.equal((await browser.post('/nights/swap', again)).statusCode, 302)
  t.match((await browser.get('/')).body, 'These nights were already swapped')
})

t.test('a refused change gives a page with the reason and changes nothing', async t => {
  const { browser, of, read } = await open(t)
  const [night, same] = [of('a'), of('b')]
  const before = written(await read())
  const refused = [
    ['/nights/babysitter', { babysitter_name: '[x]' }, 400],
    ['/nights/babysitter', { babysitter_name: 'Robin' }, 400],
    ['/nights/babysitter', {}, 400],
    ['/nights/give', { to: 'c' }, 400],
    ['/nights/give', {}, 400],
    ['/nights/swap', {}, 400],
    ['/nights/swap', { other_id: '0x10' }, 400],
    ['/nights/swap', { other_id: id(night) }, 400],
    ['/nights/swap', { other_id: '999999' }, 404],
    ['/nights/unlock', {}, 400],
    ['/nights/unlock', { assignment_id: '01' }, 400],
    ['/nights/unlock', { assignment_id: '999999' }, 404],
    ['/changes/undo', {}, 400],
    ['/changes/undo', { change: 'x' }, 400],
  ] as const
  for (const [path, form, status] of refused) {
    const { statusCode, body } = await browser.post(path, { assignment_id: id(night), ...form })
    t.equal(statusCode, status, `${path} ${JSON.stringify(form)}`)
    t.match(body, /<h1>Error<\/h1><p>.+<\/p>/)
  }
  const json = `{"assignment_id":"${id(same)}","to":"a"}`
  t.equal((await browser.json('/nights/give', json)).statusCode, 400, 'only forms')
  const after = written(await read())
  t.same(after, before)
})
