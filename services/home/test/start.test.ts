import t from 'tap'
import { dataFolder, homeAt } from './home-at.ts'

t.test('an empty volume becomes a running home, and a home again', async t => {
  const folder = await dataFolder(t)
  const first = await homeAt(t, folder)
  await first.ready()
  const page = await fetch(first.url, { redirect: 'manual' })
  t.equal(page.status, 200)
  t.match(await page.text(), /<html/)
  t.equal((await fetch(`${first.url}/api/webhook/calendar`, { method: 'POST' })).status, 400)
  t.equal((await fetch(`${first.url}/s/nothing/`)).status, 404)
  await first.home.close()

  const again = await homeAt(t, folder)
  await again.ready()
  const said: unknown = await (await fetch(`${again.url}/readyz`)).json()
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

t.test('a second home on one volume refuses, and takes over when the first one ends', async t => {
  const folder = await dataFolder(t)
  const first = await homeAt(t, folder)
  await first.ready()
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
})
