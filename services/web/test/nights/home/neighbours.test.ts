import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { listeningWeb, todayOf } from '../../listening-web.ts'
import { runWidget } from './scriptable.ts'

/** A program's page of the docs, and a running Night Routine with the secret of a share link. */
async function neighbour(t: Test) {
  const docs = await readFile(
    join(import.meta.dirname, '../../../../../docs/neighbours.md'),
    'utf8',
  )
  const { web, origin, robin } = await listeningWeb(t)
  const { body } = await robin.act('/feed')
  const [secret = ''] = /(?<=\/feed\/)[\w-]{43}/.exec(body) ?? []
  /** What a person types, who follows the page. */
  const typed = (text: string) =>
    text.replaceAll('https://nights.example.org', origin).replaceAll('SECRET', secret)
  const [, script = ''] = /^```js\n([^]*?)^```/m.exec(docs) ?? []
  return { web, docs, typed, robin, script: typed(script) }
}

t.test('what the docs say of other programs works', async t => {
  const { web, docs, typed, robin, script } = await neighbour(t)

  await t.test('the addresses and the header of the shortcut', async t => {
    const [, steps = ''] = /^## Shortcuts on an iPhone\n([^]*?)^## /m.exec(docs) ?? []
    const [url = '', key = '', value = '', field = ''] = [...steps.matchAll(/`([^`]+)`/g)].map(
      ([, text = '']) => typed(text),
    )
    const answer = await fetch(url, { headers: { [key]: value } })
    t.equal(answer.status, 200)
    const tonight = (await answer.json()) as Record<string, unknown>
    t.type(tonight[field], 'string')
    t.equal((await fetch(url)).status, 401, 'without the header')
    const others = [...(steps.split('The answer also has')[1] ?? '').matchAll(/`([^`]+)`/g)]
    t.not(others.length, 0)
    for (const [, name = ''] of others) t.ok(name in tonight, name)
    const [, feeds = ''] = /^```text\n([^]*?)^```/m.exec(docs) ?? []
    const nights = []
    for (const feed of typed(feeds).trim().split('\n')) {
      const got = await fetch(feed)
      t.equal(got.status, 200, feed)
      nights.push((await got.text()).split('BEGIN:VEVENT').length - 1)
    }
    const [all = 0, a = 0, b = 0] = nights
    t.ok(a > 0 && b > 0)
    t.equal(a + b, all, 'each night is in the feed of one parent')
  })

  await t.test('the widget shows tonight, or why it shows nothing', async t => {
    const [parent, next] = await web.db
      .selectFrom('assignments')
      .innerJoin('parents', 'parents.id', 'assignments.parent')
      .select(['parents.name', 'assignments.night', 'assignments.id'])
      .where('night', '>=', todayOf(web))
      .orderBy('night')
      .execute()
    const day = new Date(`${String(next?.night)}T12:00`).toLocaleDateString('en', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    })
    const whole = await runWidget(script, { runsInWidget: true })
    t.same(whole.texts, ['Bedtime', parent?.name, `${day}: ${next?.name}`])
    t.match(whole, { shown: 'widget', completed: true })
    const note = { assignment_id: String(parent?.id), note: 'bath', shared: 'on' }
    await robin.post('/nights/note', note)
    const app = await runWidget(script, { runsInWidget: false })
    t.same(app.texts, ['Bedtime', parent?.name, 'bath', `${day}: ${next?.name}`])
    t.equal(app.shown, 'small')
    await web.db.deleteFrom('assignments').where('night', '=', todayOf(web)).execute()
    t.equal((await runWidget(script)).texts[1], 'No one yet')
    const { id } = await web.db.selectFrom('share_links').select('id').executeTakeFirstOrThrow()
    await robin.act(`/feed/${id}/revoke`)
    t.same((await runWidget(script)).texts, ['No answer: Sign in to see this.'])
    await web.service.close()
    t.match((await runWidget(script)).texts, [/^No answer: ./])
  })
})
