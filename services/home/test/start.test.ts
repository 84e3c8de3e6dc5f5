import t from 'tap'
import { dataFolder, homeAt } from './home-at.ts'

t.test('an empty volume becomes a home, and one that waits takes the volume over', async t => {
  const folder = await dataFolder(t)
  const first = await homeAt(t, folder)
  await first.ready()
  const page = await fetch(first.url, { redirect: 'manual' })
  t.equal(page.status, 200)
  t.match(await page.text(), /<html/)
  t.equal((await fetch(`${first.url}/api/webhook/calendar`, { method: 'POST' })).status, 400)
  t.equal((await fetch(`${first.url}/s/nothing/`)).status, 404)

  const second = await homeAt(t, folder)
  const deadline = AbortSignal.timeout(20_000)
  let text = ''
  while (!text.includes('Another')) {
    deadline.throwIfAborted()
    text = await (await fetch(second.url)).text()
  }
  t.match(text, /^Another Night Routine uses .*Stop that one/)
  await first.home.close()
  await second.ready()
  const said: unknown = await (await fetch(`${second.url}/readyz`)).json()
  t.match(said, { status: 'ready' })
  t.strictSame(Object.keys(Object(said).checks).toSorted(), [
    'backups',
    'disk',
    'publisher',
    'scheduler-worker',
    'vault',
    'web',
    'webhook-ingest',
  ])
})
